export const CARAVANS = `
Jayco|Journey|17.55-3|caravan|2016-|5380|2470|2850|2145|2545|Tandem|4|Outback 72990; Touring 66990
Jayco|Silverline|21.65-3|caravan|2014-|6575|2510|2920|2655|3255|Tandem|2|Outback 104990; Touring 97990
Jayco|Starcraft|16.51-2|caravan|2015-|5110|2470|2770|1780|2180|Single|3|Outback 58990; Touring 52990
Jayco|Swan|Camper|camper-trailer|2010-|4980|2190|1780|1180|1580|Single|6|Outback 34990; Touring 30990
Jayco|All Terrain|19.61-1|caravan|2020-|6050|2490|3050|2585|3185|Tandem|3|Outback 98990
Jayco|Expanda|17.56-2|caravan|2012-2023|5190|2470|2710|1965|2365|Single|6|Outback 59990
New Age|Manta Ray|MR19BE|caravan|2014-|5930|2470|3010|2420|3020|Tandem|2|Adventurer 82990; Signature 88990
New Age|Big Red|BR20|caravan|2015-|6230|2470|3050|2610|3310|Tandem|4|Bunk 86990
Crusader|Excalibur|Prince|caravan|2013-|6290|2490|3020|2480|2980|Tandem|2|Regal 84990
Lotus|Trooper|TR20|caravan|2017-|6380|2500|3180|2780|3500|Tandem|2|Off Road 109990
Lotus|Off Grid|OG196|caravan|2019-|5990|2500|3200|2690|3490|Tandem|2|Family 119990
Coromal|Pioneer|XC606|caravan|2012-2019|6060|2400|2890|2110|2610|Tandem|2|Lifestyle 62990; Element 58990
Supreme|Executive|19.6|caravan|2015-|5980|2450|2980|2350|2850|Tandem|2|Classic 74990; Getaway 78990
Avan|Cruiseliner|CL3B|caravan|2009-2020|4600|2260|2200|1120|1570|Single|2|Adventure Pack 39990
Roadstar|Vacationer|LP20|caravan|2016-|6100|2470|3000|2440|3040|Tandem|2|Large Panel 72990
`;

export const MOTORHOMES = `
Jayco|Conquest|FD.23-1|motorhome|motorhome|2015-|2.3T 4 130/400|Diesel|A9|FWD|11.5|4|2|7150x2400x3100|4490|1500|90|-|Motorhome 149990; Touring 158990
Jayco|Optimum|IV.27-5|motorhome|motorhome|2016-|3.0T 4 150/470|Diesel|A8|RWD|14.0|2|1|8390x2500x3350|6500|1500|100|-|Touring 239990
Avida|Birdsville|C7134|motorhome|motorhome|2012-|3.0T 4 132/430|Diesel|A6|RWD|12.9|4|2|7320x2450x3150|4490|1500|100|-|B7134 SL 164990
Winnebago|Jervis|Iveco|motorhome|motorhome|2013-2023|3.0T 4 132/430|Diesel|A6|RWD|12.9|4|2|7260x2460x3200|4490|1500|100|-|Touring 152990
Trakka|Trakkaway|700|motorhome|motorhome|2012-|2.3T 4 130/400|Diesel|A9|FWD|11.8|4|2|6990x2250x2980|4250|1500|90|-|Premium 168990
Toyota|HiAce Camper|KDH221R|motorhome|camper|2012-2019|3.0T 4 100/300|Diesel|A4|RWD|9.2|3|4|5380x1880x2285|3300|1400|70|3|Frontline Adventurer 72990; Discoverer 78990
`;
