/** What only a prestige dealer keeps. */
export const PRESTIGE_CARS = `
Mercedes-Benz|A45 S|W177|hatch|hatch|2020-2025|2.0T 4 310/500|Petrol|A8|AWD|8.9|5|5|4445x1850x1412|2110|-|51|5|AMG 4MATIC+ 97800
Mercedes-Benz|C63 S|W205|coupe|coupe|2016-2022|4.0T 8 375/700|Petrol|A9|RWD|10.4|4|2|4750x1877x1402|2205|-|66|-|AMG 169900
Mercedes-Benz|GLC63 S|X253|suv|suv|2018-2022|4.0T 8 375/700|Petrol|A9|AWD|12.2|5|5|4745x1931x1585|2600|2500|66|5|AMG 4MATIC+ 174900
Mercedes-Benz|GLS450|X167|suv|large-suv|2020-|3.0T 6 270/500|Petrol|A9|AWD|9.2|7|5|5207x1956x1823|3250|3500|90|-|4MATIC 176900
Mercedes-Benz|SL55|R232|convertible|convertible|2022-|4.0T 8 350/700|Petrol|A9|AWD|12.1|4|2|4705x1915x1359|2235|-|70|-|AMG 4MATIC+ 326000
BMW|M3|G80|sedan|sedan|2021-|3.0T 6 375/650|Petrol|A8|RWD|9.6|5|4|4794x1903x1433|2210|-|59|5|Competition 168700; Competition xDrive 178700
BMW|M4|G82|coupe|coupe|2021-|3.0T 6 375/650|Petrol|A8|RWD|9.6|4|2|4794x1887x1393|2205|-|59|-|Competition 174700
BMW|Z4|G29|convertible|convertible|2019-|2.0T 4 145/320|Petrol|A8|RWD|6.5|2|2|4324x1864x1304|1780|-|52|5|sDrive20i 91900; M40i 135300
BMW|X7|G07|suv|large-suv|2019-|3.0T 6 259/700|Diesel|A8|AWD|7.9|7|5|5181x2000x1835|3220|3500|80|-|xDrive40d 177500; M60i 229500
BMW|iX|I20|ev|suv|2022-|E 0 240/630|Electric|A1|AWD|425km|5|5|4953x1967x1695|3010|2500|-|5|xDrive40 142900; xDrive50 176900
Audi|RS3|8Y|hatch|hatch|2022-|2.5T 5 294/500|Petrol|A7|AWD|8.3|5|5|4389x1851x1436|2070|-|55|5|Sportback 97800; Carbon Edition 106500
Audi|RS6|C8|stationWagon|wagon|2020-2025|4.0T 8 441/800|Petrol|A8|AWD|11.7|5|5|4995x1951x1487|2745|2100|73|5|Avant 232400; Avant performance 241500
Audi|SQ7|4M|suv|large-suv|2020-|4.0T 8 373/770|Petrol|A8|AWD|12.1|7|5|5067x1970x1743|3070|3500|85|5|TFSI 168400
Audi|Q8|4M8|suv|large-suv|2018-|3.0T 6 210/600|Diesel|A8|AWD|7.0|5|5|4986x1995x1705|2890|3500|75|5|50 TDI 133500; 55 TFSI S line 146200
Audi|e-tron GT|F8|ev|large-sedan|2022-|E 0 350/630|Electric|A2|AWD|504km|5|4|4989x1964x1396|2880|-|-|-|quattro 181700; RS 250500
Audi|TT|FV|coupe|coupe|2015-2023|2.0T 4 180/370|Petrol|A7|AWD|6.9|4|2|4191x1832x1343|1770|-|55|4|45 TFSI quattro 84500; S 103400
Porsche|718 Cayman|982|coupe|coupe|2016-2025|2.0T 4 220/380|Petrol|A7|RWD|7.4|2|2|4379x1801x1295|1655|-|54|-|Cayman 124300; T 150600; Style Edition 138900
Porsche|718 Boxster|982|convertible|convertible|2016-2025|2.0T 4 220/380|Petrol|A7|RWD|7.4|2|2|4379x1801x1281|1655|-|54|-|Boxster 127200; Style Edition 140900
Porsche|Cayenne|9YA|prestige|large-suv|2018-|3.0T 6 250/450|Petrol|A8|AWD|9.9|5|5|4918x1983x1696|2830|3500|75|5|Cayenne 138900; E-Hybrid Platinum 162900; S 177100
Porsche|Panamera|971|prestige|large-sedan|2017-2023|2.9T 6 243/450|Petrol|A8|RWD|8.8|4|5|5049x1937x1423|2440|2200|75|-|Panamera 212800; 4 Executive 229400
Porsche|Macan Electric|J1|ev|suv|2025-|E 0 250/563|Electric|A1|RWD|641km|5|5|4784x1938x1621|2855|2000|-|-|Macan 128400; 4 134400
Land Rover|Range Rover|L460|prestige|large-suv|2022-|3.0T 6 258/700|Diesel|A8|4WD|7.6|5|5|5052x2047x1870|3350|3500|80|-|D350 HSE 240700; Autobiography 276900
Land Rover|Range Rover Velar|L560|prestige|suv|2018-|2.0T 4 184/365|Petrol|A8|AWD|8.5|5|5|4797x1930x1665|2490|2500|82|5|P250 R-Dynamic S 94300; P400 R-Dynamic HSE 128900
Jaguar|F-Type|X152|convertible|convertible|2014-2024|2.0T 4 221/400|Petrol|A8|RWD|7.2|2|2|4470x1923x1307|1990|-|70|-|P300 R-Dynamic 129900; P450 R-Dynamic 172600
Lexus|LC500|URZ100R|coupe|coupe|2017-|5.0 8 351/540|Petrol|A10|RWD|11.6|4|2|4770x1920x1345|2375|-|82|-|Luxury 195600; Inspiration 204700
Maserati|Ghibli|M157|prestige|large-sedan|2014-2023|3.0T 6 257/500|Petrol|A8|RWD|8.9|5|4|4971x1945x1461|2370|-|80|5|GranLusso 155500; Modena 175900
Maserati|Levante|M161|prestige|large-suv|2017-2024|3.0T 6 257/500|Petrol|A8|AWD|11.6|5|5|5005x1981x1693|2790|2700|80|-|GT 142900; Modena S 199900
Maserati|Grecale|M182|suv|suv|2023-|2.0T 4 221/450|Petrol|A8|AWD|9.2|5|5|4846x1948x1670|2470|2400|64|5|GT 109500; Modena 128000
`;
