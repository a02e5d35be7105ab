import type { FeedFieldName } from '#src/config/sections/stock/feed-columns.ts';

const names = (words: string): readonly string[] => words.trim().split(/\s+/);

/**
 * What suppliers call the columns of these fields, without capitals, spaces and punctuation; the most telling name
 * first. English, and the German, French and Spanish of exports from there.
 */
export const COLUMN_NAMES: Partial<Record<FeedFieldName, readonly string[]>> = {
  make: names(
    `make makename vehiclemake manufacturer brand brandname mk marke marque marca hersteller maker makedescription`,
  ),
  model: names(
    'model modelname vehiclemodel basemodel family familyname modell modele modelo modeldescription',
  ),
  year: names(`year modelyear buildyear yearbuilt builtyear manufactureyear yearofmanufacture manufacturedyear
    vehicleyear yr releaseyear yom annee ano baujahr yearofbuild complianceyear`),
  badge: names(`badge badgename variant variantname trim trimlevel trimname grade version submodel derivative
    modelvariant modelversion badgedescription modelgrade spec edition trimdescription`),
  series: names('series seriesname generation seriescode'),
  car_type:
    names(`cartype condition vehiclecondition newused usednew neworused usedornew newusedindicator stocktype
    stateofvehicle listingtype vehicletype saletype type isnew zustand cond vehcondition`),
  item_type: names('itemtype vehicleclass assettype vehiclecategory producttype class'),
  status: names(`status stockstatus vehiclestatus availability listingstatus salestatus inventorystatus
    availabilitystatus salesstatus state lifecyclestate`),
  stocknum: names(`stocknum stockno stocknumber stocknr dealerstocknumber stockid stockcode stock stk stkno
    internalnumber inventorynumber inventoryid unitnumber sku vehicleid vehicleref internalid offernumber listingid
    adid externalid reference ref id guid lotno lotnumber lot`),
  vin: names(`vin vinnumber vinno vincode vehicleidentificationnumber chassisnumber chassisno chassis fin
    vinchassis`),
  nvic: names('nvic niviccode'),
  regplate: names(`regplate rego regono regonumber registration registrationnumber registrationplate regnumber
    numberplate licenceplate licenseplate plate platenumber`),
  rego_expiry: names(`regoexpiry regoexpirydate registrationexpiry registrationexpirydate regexpiry regoexp
    regoexpires`),
  compliance_date: names('compliancedate compliance complianceplate complianceplatedate'),
  build_date: names('builddate buildplate manufacturedate dateofmanufacture'),
  price:
    names(`price advertisedprice adprice saleprice sellingprice askingprice listprice internetprice webprice
    retailprice driveawayprice driveaway currentprice priceaud consumerprice grossprice egcprice egc amount preis
    prix precio dap retail advertised sellprice driveprice driveawayamount priceinclgst total cost ask`),
  price_type: names('pricetype pricequalifier pricedescriptor pricedisplaytype priceterms'),
  before_price: names(
    `beforeprice wasprice oldprice originalprice previousprice rrp recommendedretailprice msrp`,
  ),
  offer_price: names('offerprice specialprice promoprice promotionprice discountedprice'),
  km: names(`km kms odometer odometerreading odo kilometres kilometers mileage milage miles kmreading odometerkm
    kilometerstand kilometrage kilometraje reading odom distance odometervalue mileagekm`),
  colour: names(`colour color exteriorcolour exteriorcolor extcolour extcolor bodycolour bodycolor paintcolour
    paintcolor paint farbe couleur manufacturercolor colr extcolr`),
  interior_colour: names(`interiorcolour interiorcolor intcolour intcolor trimcolour trimcolor upholstery
    upholsterycolour`),
  warranty: names('warranty warrantydescription factorywarranty'),
  simple_body: names(`body bodytype bodystyle bodyshape bodydescription vehiclebody bodycategory karosserie
    carrosserie carroceria genericbody style bodyname vehiclestyle shape`),
  bodyconfiguration: names('bodyconfiguration cabtype cab cabstyle'),
  simple_transmission:
    names(`transmission transmissiontype gearbox geartype gearboxtype gear gearing trans getriebe
    boite generictransmission gearboxdescription transtype gearboxname`),
  gearnum: names('gears gearnum numberofgears gearcount nogears speeds'),
  simple_drive: names(`drive drivetype drivetrain drivenwheels driveconfiguration wheeldrive drivingwheels`),
  simple_fuel: names(
    `fuel fueltype enginefuel primaryfuel fuelcategory kraftstoff carburant combustible fueldescription fuelkind fuels`,
  ),
  seats: names(
    `seats seatcount seatcapacity seatingcapacity numberofseats noseats passengercapacity seating`,
  ),
  doors: names('doors doorcount numberofdoors nodoors doornum'),
  cylinders: names(
    'cylinders cyl enginecylinders numberofcylinders nocylinders cylindercount cylindersinengine',
  ),
  enginesize:
    names(`enginesize enginecc enginesizecc capacitycc enginecapacity cubiccapacity enginedisplacement
    displacement cc hubraum ccm`),
  enginesize_litres: names('enginesizelitres enginelitres engineliters litres liters engineltr'),
  induction: names('induction aspiration inductiontype'),
  fuelconsumptioncombined:
    names(`fuelconsumptioncombined fuelconsumption combinedconsumption consumptioncombined
    fueleconomy consumption`),
  fuelcapacity: names('fuelcapacity fueltankcapacity tankcapacity'),
  grossvehiclemass: names('grossvehiclemass gvm gvw grossvehicleweight'),
  towingcapacitybraked: names(
    'towingcapacitybraked brakedtowingcapacity towingcapacity towbraked towing maxtow',
  ),
  torque: names('torque maxtorque torquenm'),
  power: names('power powerkw enginepower kw maxpower'),
  ancaprating: names('ancaprating ancap safetyrating ancapstars'),
  range_km: names('rangekm range electricrange wltprange'),
  sleeps: names('sleeps berths berth sleepingcapacity'),
  tare_weight: names('tareweight tare tarekg tarekgs'),
  aggregate_trailer_mass: names('aggregatetrailermass atm'),
  body_length: names('bodylength externallength lengthft'),
  standardEquipment:
    names(`standardequipment features standardfeatures featurelist equipment equipments options
    optionlist vehicleoptions factoryoptions optionalequipment accessories extras ausstattung`),
  dealercomments: names(`dealercomments comments comment sellercomments vehiclecomments description
    vehicledescription longdescription advertdescription adtext adcopy advert remarks notes sellernotes
    marketingtext beschreibung descripcion blurb text sellertext salestext`),
  images: names(`images image imageurls imageurl imagelist photos photo photourls photourl photolist pictures
    picture pictureurls picturelist pics pic bilder bild media vehiclephotos vehicleimages photolinks gallery imgs img fotos foto`),
  external_video_url: names('externalvideourl videourl video videolink youtube youtubeurl videoaddress'),
  city: names('city suburb town locality locationsuburb'),
  state: names('state locationstate dealerstate region'),
  certified: names('certified cpo certifiedpreowned iscertified'),
  reserved: names('reserved isreserved onhold'),
  show_on_dealer_website:
    names(`showondealerwebsite showonwebsite showonweb webdisplay publish ispublished onweb
    internet displayonweb`),
  created_at: names(`createdat dateadded datelisted listeddate entrydate dateinstock instockdate stockdate
    arrivaldate createddate datecreated dateentered added instock`),
};

const KNOWN: ReadonlySet<string> = new Set(Object.values(COLUMN_NAMES).flat());

/** A name without what suppliers write in many ways: `Stock_No` is `stockno`. */
export const plainName = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** How many of these names suppliers use for columns. */
export const countKnown = (names: Iterable<string>): number => {
  let count = 0;
  for (const name of names) if (KNOWN.has(plainName(name))) count += 1;
  return count;
};
