export const TRUCKS = `
Isuzu|NLR 45-150|N Series|lightTruck|light-truck|2016-|3.0T 4 110/375|Diesel|A6|RWD|-|3|2|5170x1995x2215|4500|3500|75|-|Traypack AMT SWB 68900; Servicepack 79900
Isuzu|NNR 45-150|N Series|lightTruck|light-truck|2016-|3.0T 4 110/375|Diesel|A6|RWD|-|3|2|6030x2115x2250|4500|3500|75|-|Tipper 83900; Vanpack 87900
Isuzu|NPR 45-155|N Series|lightTruck|light-truck|2012-|5.2T 4 114/419|Diesel|M6|RWD|-|3|2|6140x2115x2270|4500|4500|140|-|Tradepack 86500; Crew 92900
Isuzu|NQR 87-190|N Series|cabChassis|truck|2014-|5.2T 4 140/513|Diesel|M6|RWD|-|3|2|7380x2165x2310|8700|3500|140|-|MWB 97900; LWB 101900
Isuzu|NPS 75-155|N Series|lightTruck|light-truck|2015-|5.2T 4 114/419|Diesel|M5|4WD|-|3|2|6100x2130x2535|7500|3500|140|-|4x4 Single Cab 112900; 4x4 Crew 121900
Hino|300 616|XZU600|lightTruck|light-truck|2014-|4.0T 4 110/420|Diesel|A6|RWD|-|3|2|5520x1995x2175|4495|4500|100|-|Hybrid Wide 88900; IFS Trade Ace 74900
Hino|300 721|XZU710|cabChassis|truck|2014-|4.0T 4 151/600|Diesel|M6|RWD|-|3|2|6730x2190x2270|6500|4500|100|-|Medium 92900; Crew 99900
Hino|500 FC|FC1124|cabChassis|truck|2017-|5.1T 4 177/794|Diesel|A6|RWD|-|2|2|7600x2470x2620|10400|9000|200|-|Long 139900
Fuso|Canter 515|FEA21|lightTruck|light-truck|2013-|3.0T 4 110/370|Diesel|A6|RWD|-|3|2|4870x1995x2100|4500|3500|70|-|Narrow SWB 62900; Wide Tipper 78900
Fuso|Canter 815|FEC71|cabChassis|truck|2013-|3.0T 4 110/370|Diesel|A6|RWD|-|3|2|6470x1995x2150|7500|3500|100|-|Wide MWB 76900; Crew 84900
Fuso|Fighter 1024|FK62|cabChassis|truck|2012-2023|7.5T 6 177/686|Diesel|M6|RWD|-|2|2|7940x2470x2660|10400|9000|200|-|FK LWB 128900
Iveco|Daily 50C|E6|lightTruck|light-truck|2015-|3.0T 4 132/430|Diesel|A8|RWD|-|3|2|6009x2010x2285|4495|3500|100|-|18 Cab Chassis 82900; Dual Cab 89900
`;

export const MOTORCYCLES = `
Honda|CB650R|RH17|-|naked-bike|2019-|0.649 4 70/63|Petrol|M6|-|4.9|2|-|2120x784x1076|386|-|15.4|-|ABS 13299; E-Clutch 13899
Honda|CBR500R|PC62|-|sport-bike|2016-|0.471 2 35/43|Petrol|M6|-|3.5|2|-|2080x760x1145|364|-|17.1|-|ABS 9499
Honda|Rebel 500|PC60|-|cruiser|2017-|0.471 2 34/43|Petrol|M6|-|3.7|2|-|2205x822x1093|360|-|11.2|-|CMX500 8999; CMX500 S 9299
Honda|CRF1100L Africa Twin|SD10|-|adventure-bike|2020-|1.084 2 75/105|Petrol|M6|-|4.9|2|-|2330x961x1395|446|-|18.8|-|Standard 20299; Adventure Sports DCT 25999
Yamaha|MT-07|RM33|-|naked-bike|2015-|0.689 2 54/67|Petrol|M6|-|4.2|2|-|2085x780x1105|355|-|14|-|LAM 12299; HO 12999
Yamaha|YZF-R3|RH21|-|sport-bike|2015-|0.321 2 31/30|Petrol|M6|-|3.8|2|-|2090x730x1140|329|-|14|-|ABS 7999
Yamaha|Tenere 700|DM09|-|adventure-bike|2019-|0.689 2 54/68|Petrol|M6|-|4.3|2|-|2370x905x1455|390|-|16|-|Standard 17149; Rally 19149
Yamaha|XSR900|RN56|-|naked-bike|2016-|0.89 3 87/93|Petrol|M6|-|5.0|2|-|2155x790x1155|370|-|15|-|Legacy 16999
Kawasaki|Ninja 400|EX400|-|sport-bike|2018-2024|0.399 2 33/38|Petrol|M6|-|3.9|2|-|1990x710x1120|350|-|14|-|ABS 7949; KRT 8099
Kawasaki|Z900|ZR900|-|naked-bike|2017-|0.948 4 92/99|Petrol|M6|-|5.7|2|-|2070x825x1080|395|-|17|-|SE 17499; RS 17699
Kawasaki|KLR650|KL650|-|adventure-bike|2014-|0.652 1 31/53|Petrol|M5|-|4.3|2|-|2280x970x1465|390|-|23|-|Standard 9699; Adventure 11149
Kawasaki|Vulcan S|EN650|-|cruiser|2015-|0.649 2 45/63|Petrol|M6|-|4.4|2|-|2310x880x1100|407|-|14|-|ABS 11499; Cafe 11999
Harley-Davidson|Softail Street Bob|FXBB|-|cruiser|2018-|1.868 2 70/155|Petrol|M6|RWD|5.5|2|-|2320x925x1160|525|-|13.2|-|114 26995
Harley-Davidson|Road Glide|FLTRX|-|cruiser|2015-|1.923 2 79/175|Petrol|M6|RWD|6.0|2|-|2410x960x1300|617|-|22.7|-|Standard 44750; Special 48995
Harley-Davidson|Sportster S|RH1250S|-|cruiser|2021-|1.252 2 89/125|Petrol|M6|RWD|5.1|1|-|2270x843x1089|408|-|11.8|-|1250 26495
Harley-Davidson|Iron 883|XL883N|-|cruiser|2009-2020|0.883 2 38/70|Petrol|M5|RWD|5.1|1|-|2185x830x1115|454|-|12.5|-|Sportster 14250
Suzuki|GSX-8S|FR1|-|naked-bike|2023-|0.776 2 61/78|Petrol|M6|-|4.2|2|-|2115x775x1105|405|-|14|-|ABS 12990
Suzuki|V-Strom 650|C733|-|adventure-bike|2012-|0.645 2 52/62|Petrol|M6|-|4.0|2|-|2275x835x1405|415|-|20|-|XT LAMS 12990; Standard 11990
KTM|390 Duke|D390|-|naked-bike|2017-|0.399 1 33/39|Petrol|M6|-|3.4|2|-|2072x831x1109|335|-|15|-|ABS 8395
KTM|890 Adventure|A890|-|adventure-bike|2021-|0.889 2 77/100|Petrol|M6|-|4.5|2|-|2280x900x1400|450|-|20|-|R 24995; Standard 22195
BMW|R 1250 GS|K50|-|adventure-bike|2019-2023|1.254 2 100/143|Petrol|M6|RWD|4.8|2|-|2207x953x1430|465|-|20|-|Rallye 27890; Trophy 29490
Triumph|Bonneville T120|DU2|-|naked-bike|2016-|1.2 2 59/105|Petrol|M6|-|4.1|2|-|2170x780x1100|440|-|14.5|-|Standard 20990; Black 20990
Triumph|Street Triple|HD|-|naked-bike|2017-|0.765 3 88/80|Petrol|M6|-|5.2|2|-|2052x792x1047|390|-|15|-|R 15990; RS 18990
Ducati|Scrambler|K1|-|naked-bike|2015-|0.803 2 53/65|Petrol|M6|-|5.2|2|-|2100x855x1150|390|-|14|-|Icon 16200; Full Throttle 18000
Ducati|Panigale V2|1H|-|sport-bike|2020-2024|0.955 2 114/104|Petrol|M6|-|6.0|2|-|2059x811x1121|375|-|17|-|Standard 28500; Bayliss 34400
Royal Enfield|Interceptor 650|E650|-|naked-bike|2019-|0.648 2 35/52|Petrol|M6|-|4.5|2|-|2119x835x1067|400|-|13.7|-|Standard 11690; Chrome 12490
Royal Enfield|Himalayan|D4|-|adventure-bike|2017-2024|0.411 1 18/32|Petrol|M5|-|3.6|2|-|2190x840x1360|380|-|15|-|Adventure 8190
`;
