/** Product titles of small fictional shops by language: groceries, furniture, clothes and electronics. */
export const SHOP_TITLES: Readonly<Record<string, readonly string[]>> = {
  english: [
    "Organic Whole Milk 1L", "Wholegrain Bread sliced 400 g", "Oak Dining Table 160 cm", "Wool Jumper navy", "Wireless Headphones with Case",
    "Children's Desk Lamp", "Strawberry Jam 340 g", "Leather Boots black size 42", "Washing Machine 8 kg", "Two-Seater Sofa grey", "Cotton T-Shirt pack of 3", "Kettle 1.7 L stainless steel",
  ],
  german: [
    "Frische Vollmilch 3,5% 1l", "Roggenbrot geschnitten 500g", "Esstisch Eiche 160 cm", "Wollpullover marineblau", "Kopfhörer kabellos mit Etui",
    "Schreibtischlampe für Kinder", "Erdbeermarmelade 340g", "Lederstiefel schwarz Gr. 42", "Waschmaschine 8 kg", "Zweisitzer-Sofa grau", "Apfelsaft naturtrüb 1,5l", "Wasserkocher Edelstahl",
  ],
  dutch: [
    "Volle melk 1 liter", "Volkorenbrood gesneden", "Eettafel eiken 160 cm", "Wollen trui donkerblauw", "Draadloze koptelefoon met hoesje",
    "Bureaulamp voor kinderen", "Aardbeienjam 340 g", "Leren laarzen zwart maat 42", "Wasmachine 8 kg", "Tweezitsbank grijs", "Appelsap troebel 1,5 l", "Waterkoker roestvrij staal",
  ],
  french: [
    "Lait entier bio 1 L", "Pain complet tranché 500 g", "Table à manger en chêne 160 cm", "Pull en laine bleu marine", "Casque sans fil avec étui",
    "Lampe de bureau pour enfant", "Confiture de fraises 340 g", "Bottes en cuir noir taille 42", "Lave-linge 8 kg", "Canapé deux places gris", "Jus de pomme trouble", "Bouilloire en acier inoxydable",
  ],
  spanish: [
    "Leche entera ecológica 1 L", "Pan integral de molde 500 g", "Mesa de comedor de roble 160 cm", "Jersey de lana azul marino", "Auriculares inalámbricos con estuche",
    "Lámpara de escritorio infantil", "Mermelada de fresa 340 g", "Botas de cuero negro talla 42", "Lavadora 8 kg", "Sofá de dos plazas gris", "Galletas sin azúcar 200 g", "Hervidor de acero inoxidable",
  ],
  italian: [
    "Latte intero biologico 1 L", "Pane integrale a fette 500 g", "Tavolo da pranzo in rovere 160 cm", "Maglione di lana blu", "Cuffie senza fili con custodia",
    "Lampada da scrivania per bambini", "Marmellata di fragole 340 g", "Stivali in pelle nera taglia 42", "Lavatrice 8 kg", "Divano due posti grigio", "Succo di mela torbido", "Bollitore in acciaio inox",
  ],
  portuguese: [
    "Leite integral biológico 1 L", "Pão integral fatiado 500 g", "Mesa de jantar em carvalho 160 cm", "Camisola de lã azul-marinho", "Auscultadores sem fios com estojo",
    "Candeeiro de secretária para crianças", "Doce de morango 340 g", "Botas de couro pretas tamanho 42", "Máquina de lavar roupa 8 kg", "Sofá de dois lugares cinzento", "Bolachas sem açúcar", "Chaleira em aço inoxidável",
  ],
  catalan: [
    "Llet sencera ecològica 1 L", "Pa integral de motlle 500 g", "Taula de menjador de roure 160 cm", "Jersei de llana blau marí", "Auriculars sense fil amb estoig",
    "Làmpada d'escriptori per a nens", "Melmelada de maduixa 340 g", "Botes de cuir negre talla 42", "Rentadora 8 kg", "Sofà de dues places gris", "Galetes sense sucre", "Bullidor d'acer inoxidable",
  ],
  romanian: [
    "Lapte integral ecologic 1 L", "Pâine integrală feliată 500 g", "Masă de sufragerie din stejar 160 cm", "Pulover de lână bleumarin", "Căști fără fir cu husă",
    "Lampă de birou pentru copii", "Gem de căpșuni 340 g", "Cizme din piele neagră mărimea 42", "Mașină de spălat 8 kg", "Canapea cu două locuri gri", "Biscuiți fără zahăr", "Fierbător din oțel inoxidabil",
  ],
  swedish: [
    "Ekologisk standardmjölk 1 l", "Rågbröd skivat 500 g", "Matbord i ek 160 cm", "Stickad tröja i ull marinblå", "Trådlösa hörlurar med fodral",
    "Skrivbordslampa för barn", "Jordgubbssylt 340 g", "Läderstövlar svarta storlek 42", "Tvättmaskin 8 kg", "Tvåsitssoffa grå", "Äppeljuice grumlig", "Vattenkokare i rostfritt stål",
  ],
  danish: [
    "Økologisk sødmælk 1 l", "Rugbrød i skiver 500 g", "Spisebord i eg 160 cm", "Strikket trøje i uld mørkeblå", "Trådløse høretelefoner med etui",
    "Skrivebordslampe til børn", "Jordbærmarmelade 340 g", "Læderstøvler sorte størrelse 42", "Vaskemaskine 8 kg", "Topersoners sofa grå", "Uklar æblejuice", "Elkedel i rustfrit stål",
  ],
  norwegian: [
    "Økologisk helmelk 1 l", "Rugbrød i skiver 500 g", "Spisebord i eik 160 cm", "Strikket genser i ull mørkeblå", "Trådløse hodetelefoner med etui",
    "Skrivebordslampe til barn", "Jordbærsyltetøy 340 g", "Skinnstøvler svarte størrelse 42", "Vaskemaskin 8 kg", "Toseters sofa grå", "Uklar eplejuice", "Vannkoker i rustfritt stål",
  ],
  finnish: [
    "Luomu täysmaito 1 l", "Viipaloitu ruisleipä 500 g", "Ruokapöytä tammea 160 cm", "Villapaita tummansininen", "Langattomat kuulokkeet ja kotelo",
    "Lasten pöytälamppu", "Mansikkahillo 340 g", "Mustat nahkasaappaat koko 42", "Pyykinpesukone 8 kg", "Kahden istuttava sohva harmaa", "Sokeriton keksi", "Vedenkeitin ruostumaton teräs",
  ],
  czech: [
    "Bio plnotučné mléko 1 l", "Žitný chléb krájený 500 g", "Jídelní stůl dubový 160 cm", "Vlněný svetr tmavě modrý", "Bezdrátová sluchátka s pouzdrem",
    "Dětská stolní lampa", "Jahodový džem 340 g", "Kožené kozačky černé velikost 42", "Pračka 8 kg", "Dvoumístná pohovka šedá", "Sušenky bez cukru", "Rychlovarná konvice z nerezu",
  ],
  polish: [
    "Mleko pełnotłuste ekologiczne 1 l", "Chleb żytni krojony 500 g", "Stół do jadalni dębowy 160 cm", "Sweter wełniany granatowy", "Słuchawki bezprzewodowe z etui",
    "Lampka biurkowa dla dzieci", "Dżem truskawkowy 340 g", "Kozaki skórzane czarne rozmiar 42", "Pralka 8 kg", "Sofa dwuosobowa szara", "Ciastka bez cukru", "Czajnik ze stali nierdzewnej",
  ],
  hungarian: [
    "Bio teljes tej 1 l", "Szeletelt rozskenyér 500 g", "Tölgyfa étkezőasztal 160 cm", "Gyapjú pulóver sötétkék", "Vezeték nélküli fejhallgató tokkal",
    "Gyerek íróasztali lámpa", "Eperlekvár 340 g", "Fekete bőrcsizma 42-es méret", "Mosógép 8 kg", "Kétszemélyes kanapé szürke", "Cukormentes keksz", "Rozsdamentes acél vízforraló",
  ],
  turkish: [
    "Organik tam yağlı süt 1 L", "Dilimlenmiş çavdar ekmeği 500 g", "Meşe yemek masası 160 cm", "Lacivert yün kazak", "Kutulu kablosuz kulaklık",
    "Çocuk masa lambası", "Çilek reçeli 340 g", "Siyah deri çizme 42 numara", "Çamaşır makinesi 8 kg", "İkili koltuk gri", "Şekersiz bisküvi", "Paslanmaz çelik su ısıtıcı",
  ],
  greek: [
    "Βιολογικό πλήρες γάλα 1 λίτρο", "Ψωμί σίκαλης σε φέτες 500 γρ", "Τραπέζι τραπεζαρίας δρυς 160 εκ", "Μάλλινο πουλόβερ μπλε", "Ασύρματα ακουστικά με θήκη", "Παιδικό φωτιστικό γραφείου", "Μαρμελάδα φράουλα 340 γρ",
  ],
  russian: [
    "Молоко цельное 1 л", "Хлеб ржаной нарезанный 500 г", "Обеденный стол из дуба 160 см", "Шерстяной свитер тёмно-синий", "Беспроводные наушники с чехлом", "Детская настольная лампа", "Клубничный джем 340 г",
    "Кожаные сапоги чёрные размер 42", "Стиральная машина 8 кг", "Печенье без сахара",
  ],
  ukrainian: [
    "Молоко незбиране 1 л", "Хліб житній нарізаний 500 г", "Обідній стіл з дуба 160 см", "Вовняний светр темно-синій", "Бездротові навушники з чохлом", "Дитяча настільна лампа", "Полуничний джем 340 г",
    "Шкіряні чоботи чорні розмір 42", "Пральна машина 8 кг", "Печиво без цукру",
  ],
  bulgarian: [
    "Пълномаслено мляко 1 л", "Ръжен хляб на филии 500 г", "Трапезна маса от дъб 160 см", "Вълнен пуловер тъмносин", "Безжични слушалки с калъф", "Детска настолна лампа", "Сладко от ягоди 340 г",
    "Кожени ботуши черни размер 42", "Пералня 8 кг", "Бисквити без захар",
  ],
  serbian: [
    "Punomasno mleko 1 l", "Raženi hleb sečeni 500 g", "Trpezarijski sto od hrasta 160 cm", "Vuneni džemper teget", "Bežične slušalice sa futrolom", "Dečja stona lampa", "Džem od jagoda 340 g",
    "Kožne čizme crne veličina 42", "Mašina za pranje veša 8 kg", "Keks bez šećera",
  ],
  latvian: [
    "Bioloģiskais pilnpiens 1 l", "Rudzu maize šķēlēs 500 g", "Ozolkoka pusdienu galds 160 cm", "Vilnas džemperis tumši zils", "Bezvadu austiņas ar futrāli", "Bērnu galda lampa", "Zemeņu džems 340 g", "Melni ādas zābaki 42. izmērs",
  ],
  lithuanian: [
    "Ekologiškas nenugriebtas pienas 1 l", "Ruginė duona riekėmis 500 g", "Ąžuolinis valgomojo stalas 160 cm", "Vilnonis megztinis tamsiai mėlynas", "Belaidės ausinės su dėklu", "Vaikiška stalinė lempa", "Braškių džemas 340 g", "Juodi odiniai batai 42 dydis",
  ],
  indonesian: [
    "Susu segar organik 1 L", "Roti gandum iris 500 g", "Meja makan kayu jati 160 cm", "Baju hangat wol biru tua", "Headphone nirkabel dengan kotak", "Lampu meja belajar anak", "Selai stroberi 340 g", "Sepatu kulit hitam ukuran 42", "Mesin cuci 8 kg", "Biskuit tanpa gula",
  ],
  arabic: ["حليب كامل الدسم ١ لتر", "خبز قمح كامل ٥٠٠ غرام", "طاولة طعام من خشب البلوط", "كنزة صوف زرقاء", "سماعات لاسلكية مع علبة", "مصباح مكتب للأطفال", "مربى الفراولة"],
  persian: ["شیر پرچرب یک لیتری", "نان گندم کامل برش خورده", "میز غذاخوری چوب بلوط", "پلیور پشمی سرمه‌ای", "هدفون بی‌سیم با کیف", "چراغ مطالعه کودک", "مربای توت فرنگی"],
  hindi: ["जैविक फुल क्रीम दूध 1 लीटर", "गेहूं की ब्रेड 500 ग्राम", "शीशम की खाने की मेज", "ऊनी स्वेटर नीला", "केस के साथ वायरलेस हेडफोन", "बच्चों की मेज का लैंप", "स्ट्रॉबेरी जैम"],
  thai: ["นมสดออร์แกนิก 1 ลิตร", "ขนมปังโฮลวีต 500 กรัม", "โต๊ะอาหารไม้โอ๊ค", "เสื้อไหมพรมสีน้ำเงิน", "หูฟังไร้สายพร้อมเคส", "โคมไฟตั้งโต๊ะเด็ก", "แยมสตรอว์เบอร์รี"],
  japanese: ["有機牛乳 1リットル", "ライ麦パン 500g", "オーク材のダイニングテーブル", "紺色のウールセーター", "ケース付きワイヤレスヘッドホン", "子供用デスクランプ", "いちごジャム"],
  korean: ["유기농 우유 1리터", "호밀빵 500g", "참나무 식탁 160cm", "남색 울 스웨터", "케이스 포함 무선 헤드폰", "어린이 책상 램프", "딸기잼 340g"],
  chinese: ["有机全脂牛奶 1升", "全麦面包 500克", "橡木餐桌 160厘米", "深蓝色羊毛衫", "无线耳机带盒", "儿童台灯", "草莓果酱"],
}; // prettier-ignore
