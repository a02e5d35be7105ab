/** One item; `since` is the build year from which the tier has it. */
export type EquipmentItem = readonly [item: string, since?: number];

/** By how far up the range a badge stands; each tier has those before it. */
export const CAR_EQUIPMENT: readonly (readonly EquipmentItem[])[] = [
  [
    ['Air conditioning'],
    ['Cruise control'],
    ['Bluetooth phone and audio'],
    ['Power windows front and rear'],
    ['Driver, passenger and curtain airbags'],
    ['Electronic stability control'],
    ['Anti-lock brakes'],
    ['ISOFIX child seat anchors'],
    ['Remote central locking'],
    ['Steering wheel audio controls'],
    ['Reversing camera', 2014],
    ['Autonomous emergency braking', 2018],
    ['Lane departure warning', 2019],
    ['Apple CarPlay and Android Auto', 2018],
    ['LED daytime running lights', 2015],
    ['USB-C charging', 2022],
  ],
  [
    ['Alloy wheels'],
    ['Fog lights'],
    ['Leather-trimmed steering wheel'],
    ['Rear parking sensors'],
    ['Climate control air conditioning'],
    ['Satellite navigation', 2014],
    ['Smart key with push-button start', 2014],
    ['Blind spot monitor', 2018],
    ['Adaptive cruise control', 2018],
    ['Digital radio', 2017],
    ['Wireless phone charging', 2020],
  ],
  [
    ['Leather-appointed seats'],
    ['Electric driver seat'],
    ['Heated front seats'],
    ['LED headlights', 2015],
    ['Front parking sensors'],
    ['Privacy glass'],
    ['Premium sound system'],
    ['Sunroof'],
    ['Surround-view cameras', 2018],
    ['Digital instrument display', 2020],
    ['Ventilated front seats', 2019],
    ['Head-up display', 2018],
  ],
];

export const WORK_EQUIPMENT: readonly EquipmentItem[] = [
  ['Trailer sway control', 2014],
  ['Vinyl floor'],
  ['Twelve-volt outlets'],
  ['Full-size spare wheel'],
  ['Heavy-duty suspension'],
];
export const FOUR_WHEEL_DRIVE_EQUIPMENT: readonly EquipmentItem[] = [
  ['Low-range gearing'],
  ['Rear differential lock'],
  ['Hill descent control'],
  ['Side steps'],
  ['Tow bar and wiring'],
  ['Skid plates'],
];
export const ELECTRIC_EQUIPMENT: readonly EquipmentItem[] = [
  ['DC fast charging'],
  ['Type 2 charging cable'],
  ['Regenerative braking'],
  ['Cabin pre-conditioning by app'],
];
export const TRUCK_EQUIPMENT: readonly EquipmentItem[] = [
  ['Air-suspended driver seat'],
  ['Exhaust brake'],
  ['Power take-off ready'],
  ['Electric mirrors'],
  ['Reversing camera', 2015],
  ['Bluetooth audio'],
  ['Limited-slip differential'],
  ['Cruise control'],
];
export const MOTORCYCLE_EQUIPMENT: readonly EquipmentItem[] = [
  ['Anti-lock brakes', 2016],
  ['LED headlight', 2017],
  ['Digital dash', 2015],
  ['Slipper clutch'],
  ['Adjustable levers'],
  ['Immobiliser'],
  ['Traction control', 2018],
  ['USB socket', 2019],
];
export const CARAVAN_EQUIPMENT: readonly EquipmentItem[] = [
  ['Roll-out awning'],
  ['Three-way fridge'],
  ['Gas cooktop and grill'],
  ['Reverse-cycle air conditioner'],
  ['Two 95 L water tanks'],
  ['Solar panel'],
  ['100 Ah battery'],
  ['Queen island bed'],
  ['Separate shower and toilet'],
  ['External shower'],
  ['Tunnel boot'],
  ['Independent suspension'],
  ['LED lighting throughout'],
  ['Washing machine'],
];

/** What of the equipment shoppers filter by, in the words of the filter. */
export const FILTERED_FEATURES: Readonly<Record<string, string>> = {
  'Apple CarPlay and Android Auto': 'Apple CarPlay',
  'Reversing camera': 'Reversing camera',
  'Adaptive cruise control': 'Adaptive cruise control',
  'Blind spot monitor': 'Blind spot monitor',
  'Leather-appointed seats': 'Leather seats',
  'Heated front seats': 'Heated seats',
  'Satellite navigation': 'Satellite navigation',
  Sunroof: 'Sunroof',
  'Tow bar and wiring': 'Tow bar',
  'Wireless phone charging': 'Wireless charging',
  'Surround-view cameras': 'Surround-view cameras',
};
