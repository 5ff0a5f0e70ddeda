import { fieldNameOf } from "./values.js";

/** Meaning of a table column. */
export type Role =
  | "group" | "identifier" | "variant" | "title" | "variant_title" | "description" | "short_description" | "price"
  | "sale_price" | "original_price" | "currency" | "designer" | "category" | "subcategory" | "color" | "sizes" | "material"
  | "department" | "images" | "link" | "in_stock" | "sold" | "unsold" | "released_at" | "tags" | "rating" | "options"; // prettier-ignore

/**
 * Column names by role in all supported languages, most specific first. Spaces match any separator; diacritics are
 * ignored.
 */
const WORDS: Readonly<Record<Role, string>> = {
  group:
    "item group id, group id, product group id, parent id, parent sku, parent, parent product id, parent reference, master id, master sku, " +
    "style id, style number, style code, model id, model number, artikelgruppe id, elternartikel, vaterartikel, ref parent, sku parent, sku padre, " +
    "id padre, id parent, groep id, ojciec, родитель, артикул родителя, родительский артикул, id группы, uid родителя, parent uid, pair code, paircode, variation group code, main number, mainnumber, variant group id, id группы разновидностей, id групи різновидів, pai id ou sku, ischildofproductcode, oxparentid",
  identifier:
    "product identifier, product id, product code, product number, product no, product reference, product sku, id product, article id, article number, article no, article, " +
    "artikelnummer, artikelnr, artikel nr, art nr, best nr, artikel id, artikel, produktnummer, produkt id, bestellnummer, custom label, customlabel, item sku, item id, item number, item no, item code, handle, " +
    "objectid, id, sku, uid, uuid, guid, reference, ref, code, nummer, nr, référence, ugs, code article, code produit, réf, id produit, " +
    "referencia, código, codigo, id producto, id produto, codice, codice articolo, codice prodotto, riferimento, artikelcode, productcode, " +
    "kod produktu, kod, indeks, symbol, artikl, číslo produktu, kód, kód produktu, katalogové číslo, šifra, sifra, šifra artikla, cikkszám, termékkód, azonosító, cod produs, " +
    "cod, ürün kodu, stok kodu, barkod, varenummer, varenr, artikelnummer, tuotenumero, tuotekoodi, κωδικός, κωδικός προϊόντος, артикул, код, код товара, " +
    "код товару, ид, номер, каталожен номер, رقم المنتج, رمز المنتج, کد محصول, 商品コード, 商品编号, 货号, 商品id, 상품코드, รหัสสินค้า, kode produk, " +
    "prekės kodas, preces kods, ean, ean13, gtin, upc, barcode, isbn, asin, slug, product slug, url key, permalink, order number, ordernumber, identificador de url, url identifier, token, productcode, oxid, oxartnum, ie xml id, ie id, id товара, код товара, p model",
  variant:
    "variant identifier, variant id, variant sku, variation id, variation sku, sku id, offer id, sku, id variante, sku variante, variante, variantennummer, " +
    "varianten id, variantnummer, id variation, id declinaison, declinaison, id combinazione, kombination, combination id, child sku, simple sku, артикул варианта, id варианта, ean, ean13, gtin, upc, barcode, id, barcode, oxartnum",
  title:
    "title, name, product name, product title, item name, item title, titel, bezeichnung, artikelbezeichnung, artikelname, produktname, produktbezeichnung, nom, nom du produit, nom produit, " +
    "titre, libellé, désignation, intitulé, nombre, nombre del producto, título, denominación, nome, nome prodotto, nome do produto, titolo, denominazione, naam, productnaam, omschrijving kort, nazwa, nazwa produktu, název, " +
    "název produktu, jméno, naziv, naziv proizvoda, ime, názov, név, terméknév, megnevezés, denumire, nume, nume produs, ürün adı, ad, isim, başlık, namn, produktnamn, benämning, navn, produktnavn, varenavn, nimi, tuotenimi, όνομα, τίτλος, ονομασία, " +
    "название, наименование, наименование товара, название товара, имя, назва, найменування, заглавие, име, اسم المنتج, الاسم, اسم, العنوان, نام, نام محصول, عنوان, 商品名, 名称, 商品名称, 产品名称, 상품명, 제품명, ชื่อสินค้า, nama, nama produk, pavadinimas, nosaukums, नाम, article name, " +
    "item, product, produit, produkt, producto, prodotto, товар, parent name, parent title, productname, oxtitle, ie name, название позиции, назва позиції, p name",
  variant_title:
    "variant title, variant name, variation name, variation, variant, option, options, variante, variantenname, variantentitel, nom variante, titre variante, nombre variante, вариант, название варианта",
  description:
    "description, long description, full description, product description, description html, body html, body, html, content, text, desc, langtext, langbeschreibung, beschreibung, artikelbeschreibung, produktbeschreibung, " +
    "detalles, descriptif, description longue, descripción, descripción larga, descrizione, descrizione estesa, descrição, omschrijving, lange omschrijving, beschrijving, opis, opis produktu, opis proizvoda, popis, popis produktu, leírás, termékleírás, " +
    "descriere, açıklama, beskrivning, beskrivelse, kuvaus, περιγραφή, описание, описание товара, подробное описание, полное описание, опис, الوصف, وصف, وصف المنتج, توضیحات, 説明, 商品説明, 描述, 商品描述, 详情, 설명, 상품설명, คำอธิบาย, รายละเอียด, deskripsi, aprašymas, apraksts, विवरण, productdescription, oxlongdesc, ie detail text, p desc, oxshortdesc",
  short_description:
    "short description, short text, summary, excerpt, teaser, subtitle, tagline, kurzbeschreibung, kurztext, untertitel, description courte, résumé, descriptif court, descripción corta, descripción breve, resumen, " +
    "descrizione breve, riassunto, breve descrizione, descrição curta, resumo, korte omschrijving, korte beschrijving, samenvatting, krótki opis, krátký popis, kratek opis, kratak opis, rövid leírás, descriere scurtă, kısa açıklama, kort beskrivning, " +
    "kort beskrivelse, lyhyt kuvaus, σύντομη περιγραφή, краткое описание, анонс, короткий опис, кратко описание, وصف قصير, 简介, 簡介, productdescriptionshort, ie preview text, p shortdesc",
  price:
    "price, prices, pricing, current price, sales price, selling price, sell price, calculated price, unit price, standard price, search price, retail price, store price, price incl vat, price incl tax, price including tax, price tax included, price tax incl, gross price, price gross, price amount, final price, our price, web price, price value, " +
    "preis, vk, vk preis, verkaufspreis, bruttopreis, preis brutto, preis inkl mwst, endpreis, einzelpreis, prix, prix ttc, prix de vente, prix public, tarif, prix unitaire, precio, precio venta, precio con iva, precio de venta, pvp, importe, prezzo, prezzo vendita, prezzo ivato, prezzo al pubblico, " +
    "preço, preço de venda, prijs, verkoopprijs, prijs incl btw, cena, cena brutto, cena s dph, cena sprzedaży, cijena, ár, bruttó ár, eladási ár, preț, preț vânzare, fiyat, satış fiyatı, pris, försäljningspris, salgspris, utpris, hinta, myyntihinta, τιμή, τιμή πώλησης, " +
    "цена, стоимость, розничная цена, цена продажи, ціна, вартість, السعر, سعر, سعر البيع, قیمت, 価格, 販売価格, 价格, 售价, 가격, 판매가, ราคา, harga, kaina, harga jual, मूल्य, cost of item, amount, variant price, price cents, price in cents, amount cents, productprice, oxprice, cv price, brutto vk, price ek, preço cheio, цена продажи",
  sale_price:
    "sale price, special price, discount price, discounted price, offer price, promo price, promotional price, promotion price, price sale, price discounted, reduced price, deal price, angebotspreis, aktionspreis, sonderpreis, rabattpreis, prix promo, prix promotionnel, prix soldé, prix remisé, prix réduit, tarif promo, " +
    "precio oferta, precio rebajado, precio de oferta, precio descuento, precio promocional, prezzo scontato, prezzo in offerta, prezzo promo, preço promocional, preço com desconto, aanbiedingsprijs, actieprijs, cena promocyjna, akční cena, zľavnená cena, akcijska cena, akciós ár, preț promoțional, preț redus, indirimli fiyat, kampanya fiyatı, " +
    "kampanjpris, reapris, rabattert pris, tilbudspris, tarjoushinta, τιμή προσφοράς, цена со скидкой, акционная цена, цена по акции, скидочная цена, акційна ціна, промоционална цена, سعر التخفيض, السعر بعد الخصم, سعر العرض, セール価格, 特价, 할인가, ราคาลด, harga diskon, harga promo, online sale price, special, saleprice, action price, sonderpreis brutto, preço promocional r",
  original_price:
    "original price, original amount, regular price, market price, ord pris, ordinarie pris,  list price, compare at price, compare to price, compare price, compare at, old price, was price, price old, price was, price original, price before, price before discount, full price, base price, strike price, mrp, msrp, rrp, recommended retail price, retail price, uvp, streichpreis, alter preis, statt preis, ursprungspreis, listenpreis, normalpreis, regulärer preis, " +
    "prix barré, ancien prix, prix d origine, prix régulier, tarif régulier, prix initial, precio anterior, precio original, precio normal, precio habitual, precio tachado, precio regular, precio antes, prezzo originale, prezzo di listino, prezzo pieno, prezzo barrato, prezzo precedente, preço original, preço antigo, preço normal, oude prijs, adviesprijs, normale prijs, vanprijs, " +
    "stara cena, cena regularna, cena katalogowa, původní cena, běžná cena, pôvodná cena, redna cena, redovna cena, eredeti ár, régi ár, preț vechi, preț întreg, eski fiyat, liste fiyatı, piyasa fiyatı, ordinarie pris, ordinær pris, normalpris, førpris, før pris, vejledende pris, normaalihinta, ovh, αρχική τιμή, παλιά τιμή, старая цена, цена до скидки, цена без скидки, oldprice, стара ціна, стара цена, السعر قبل الخصم, السعر الأصلي, 定価, 通常価格, 原价, 市场价, 정가, ราคาเต็ม, harga normal, harga asli, listprice, oxtprice, pseudoprice, pseudoprice ek, standard price, strikethrough price, strikethrough retail price",
  currency:
    "currency, currency code, currencyid, price currency, währung, devise, monnaie, moneda, divisa, valuta, moeda, waluta, měna, mena, pénznem, monedă, para birimi, νόμισμα, валюта, العملة, عملة, 通貨, 货币, 통화, cv currency",
  designer:
    "brand, brand name, designer, vendor, manufacturer, manufacturer name, make, maker, label, producer, marke, hersteller, herstellername, marque, fabricant, marca, fabricante, marca fabbricante, produttore, merk, fabrikant, leverancier merk, marka, producent, " +
    "značka, výrobce, výrobca, brend, proizvođač, proizvajalec, gyártó, márka, producător, brand produs, üretici, varumärke, tillverkare, mærke, merke, produsent, merkki, valmistaja, tuotemerkki, μάρκα, κατασκευαστής, бренд, производитель, торговая марка, марка, виробник, العلامة التجارية, الماركة, ماركة, برند, ブランド, メーカー, 品牌, 브랜드, 제조사, แบรนด์, merek, gamintojas, ražotājs, author, artist, publisher, productmanufacturer, p manufacturer",
  category:
    "category, categories, category path, category name, category tree, product category, product categories, breadcrumb, breadcrumbs, cat, shop cat, department path, collection, collections, taxonomy, product type, kategorie, kategorien, produktgruppe im shop, warengruppe, produktkategorie, produktgruppe, artikelgruppe, sortiment, rubrik, catégorie, catégories, rayon, famille, " +
    "categoría, categorías, familia, categoria, categorie, reparto, categorias, productgroep, kategoria, kategorie produktu, dział, kategória, kategórie, kategorija, kategorije, termékkategória, kategóriák, categorie produs, categorii, kategoriler, kategori, kategorier, varugrupp, varegruppe, " +
    "tuoteryhmä, kategoria, osasto, κατηγορία, κατηγορίες, категория, категории, раздел, рубрика, группа, группа товаров, категорія, категорії, الفئة, التصنيف, القسم, فئة, تصنيف, قسم, دسته, دسته بندی, カテゴリ, カテゴリー, 分类, 类别, 類別, 商品分类, 카테고리, 분류, หมวดหมู่, หมวด, category level 1, kategorija, श्रेणी, main category, hauptkategorie, type, produkttyp, type de produit, tipo, tipo de producto, typ, class, group, section, segment, categorytree, categoria nome, размещение на сайте, название группы, назва групи, ic group, p cat, category text",
  subcategory:
    "subcategory, sub category, undergrupp, undervarugrupp, subcategories, sub categories, subcat, unterkategorie, untergruppe, unterwarengruppe, sous catégorie, sous catégories, sous famille, subcategoría, subfamilia, sottocategoria, subcategoria, subcategorie, podkategoria, podkategorie, podkategória, podkategorija, potkategorija, alkategória, alt kategori, underkategori, alaryhmä, υποκατηγορία, подкатегория, подраздел, підкатегорія, подкатегория, فئة فرعية, التصنيف الفرعي, サブカテゴリ, 子分类, 二级分类",
  color:
    "color, colour, colors, colours, primary color, color name, colour name, base colour, main color, farbe, farben, farbname, couleur, couleurs, coloris, teinte, colore, colori, kleur, kleuren, kolor, kolory, cor, cores, barva, farba, boja, szín, culoare, renk, färg, farve, farge, väri, χρώμα, цвет, цвета, основной цвет, базовый цвет, основний колір, базовий колір, колір, цвят, اللون, لون, الألوان, رنگ, カラー, 色, 颜色, 顏色, 색상, สี, warna, spalva, krāsa, रंग",
  sizes:
    "size, sizes, size name, shoe size, clothing size, eu size, uk size, us size, größe, größen, groesse, groessen, konfektionsgröße, schuhgröße, taille, tailles, pointure, pointures, talla, tallas, talle, talles, número, taglia, taglie, misura, maat, maten, schoenmaat, rozmiar, rozmiary, tamanho, tamanhos, velikost, velikosti, veľkosť, veličina, veličine, méret, méretek, mărime, mărimi, marime, beden, numara, storlek, storlekar, størrelse, størrelser, koko, koot, μέγεθος, μεγέθη, размер, размеры, розмір, розміри, الحجم, المقاس, مقاس, سایز, サイズ, 尺寸, 尺码, 尺碼, 사이즈, ขนาด, ไซส์, ukuran, dydis, izmērs, आकार",
  material:
    "material, materials, fabric, stoff, werkstoff, matière, matières, matériau, tissu, tejido, materiale, tessuto, materiaal, stof, materiał, tkanina, materiál, materijal, anyag, kumaş, malzeme, tyg, stoff, materiaali, υλικό, материал, материалы, ткань, матеріал, المادة, الخامة, القماش, جنس, 素材, 材质, 소재, วัสดุ, bahan, medžiaga",
  department:
    "department, gender, sex, target group, target gender, geschlecht, zielgruppe, zielgeschlecht, genre, sexe, género, genero, sexo, genere, sesso, geslacht, doelgroep, płeć, pohlaví, pohlavie, spol, pol, nem, gen, cinsiyet, kön, køn, kjønn, sukupuoli, φύλο, пол, стать, الجنس, جنسیت, 性別, 性别, 성별, เพศ, jenis kelamin, lytis",
  images:
    "image, images, image url, image urls, image link, image src, main image, primary image, product image, product images, additional images, additional image link, additional image links, pic url, picurl, all images, gallery, gallery urls, gallery images, picture, pictures, picture url, photo, photos, photo url, img, img url, thumbnail, thumbnail url, featured image, cover, cover image, media, " +
    "bild, bilder, bild url, bildlink, bildlänk, bildlänkar, produktbild, hauptbild, artikelbild, foto, fotos, fotografie, photo principale, image principale, url image, url photo, imagen, imágenes, imagen principal, url imagen, immagine, immagini, url immagine, imagem, imagens, afbeelding, afbeeldingen, foto url, zdjęcie, zdjęcia, obrazek, obrázek, obrázky, obrázok, slika, slike, kép, képek, kép url, imagine, imagini, resim, resimler, görsel, görseller, bilde, billede, billeder, kuva, kuvat, εικόνα, εικόνες, " +
    "изображение, изображения, картинка, картинки, фото, фотографии, фотография, ссылка на изображение, зображення, الصورة, الصور, صورة, صور, رابط الصورة, تصویر, 画像, 画像url, 图片, 圖片, 主图, 이미지, รูปภาพ, gambar, paveikslėlis, attēls, variant image, detailed image url, ссылка изображения, посилання зображення, ie detail picture, oxpic",
  link: "url, link, product url, product link, deep link, deeplink, href, permalink, page url, web url, website, aw deep link, merchant deep link, produktlink, produkt url, lien, lien produit, url produit, enlace, enlace producto, collegamento, link prodotto, url prodotto, ligação, productlink, odkaz, poveznica, hivatkozás, legătură, bağlantı, länk, lenke, linkki, σύνδεσμος, ссылка, адрес, посилання, رابط, رابط المنتج, لینک, リンク, 链接, 링크, ลิงก์, tautan",
  in_stock:
    "in stock, stock, stock qty, stock quantity, stock level, stock status, qty, quantity, quantity available, quantity on hand, qty on hand, inventory, inventory qty, inventory quantity, available, availability, available quantity, available stock, inventory level, is in stock, on hand, bestand, lager, lagerbestand, lagermenge, menge, verfügbar, verfügbarkeit, vorrätig, en stock, quantité, disponibilité, disponible, stock disponible, existencias, cantidad, disponibilidad, disponibilità, giacenza, quantità, disponibile, estoque, quantidade, " +
    "voorraad, aantal, beschikbaar, beschikbaarheid, stan magazynowy, stan, ilość, dostępność, skladem, sklad, dostupnost, množství, zásoba, skladom, dostupnosť, zaloga, zaliha, stanje, raktárkészlet, készlet, elérhetőség, stoc, cantitate, disponibilitate, stok, stok adedi, stok durumu, adet, lagersaldo, lagerstatus, antal, lager, på lager, varasto, varastosaldo, saatavuus, απόθεμα, διαθεσιμότητα, остаток, остатки, наличие, в наличии, количество, на складе, наявність, залишок, кількість, наличност, المخزون, الكمية, متوفر, موجودی, 在庫, 在庫数, 库存, 庫存, 数量, 재고, สต็อก, stok barang, likutis, oxstock, instock, p stock, cp quantity, наличие на складе, current quantity, lagerbestand gesamt, estoque quantidade, stockstatus",
  sold:
    "published, is published, active, is active, enabled, is enabled, visible, is visible, visibility, status, product status, state, aktiv, aktiviert, veröffentlicht, sichtbar, zustand, actif, activé, publié, état, statut, activo, habilitado, publicado, estado, attivo, abilitato, pubblicato, stato, ativo, " +
    "actief, ingeschakeld, gepubliceerd, zichtbaar, aktywny, aktywne, opublikowano, widoczność, aktivní, stav, aktivan, aktivno, állapot, aktív, aktif, durum, activ, stare, aktiverad, publicerad, aktiveret, udgivet, publisert, julkaistu, aktiivinen, κατάσταση, статус, активен, опубликован, опубликовано, включен, включено, увімкнено, الحالة, ステータス, 状态, 상태, สถานะ, oxactive, ie active, p status, product visibility, exibir na loja, mostrar en tienda, видимость на витрине, видимость, onlineshop aktiv, square online item visibility",
  unsold:
    "archived, is archived, deleted, is deleted, hidden, is hidden, disabled, is disabled, draft, is draft, discontinued, archiviert, gelöscht, ausgeblendet, versteckt, deaktiviert, archivé, supprimé, masqué, archivado, eliminado, oculto, archiviato, eliminato, nascosto, arquivado, gearchiveerd, verwijderd, verborgen, usunięty, ukryty, smazáno, skrytý, удален, скрыт, в архиве, hideproduct",
  released_at:
    "released at, release date, publish date, published at, published on, created at, created on, creation date, date added, date created, added, launch date, date, neu seit, erscheinungsdatum, erstellt am, date de création, date ajout, date de publication, fecha de creación, fecha de alta, data creazione, data inserimento, data de criação, datum, datum aangemaakt, data utworzenia, datum vytvoření, dátum, létrehozva, data adăugării, дата создания, дата добавления, дата",
  tags: "tags, tag, keywords, product tags, labels, schlagworte, schlagwörter, stichworte, étiquettes, mots clés, etiquetas, etichette, parole chiave, palavras chave, trefwoorden, tagi, słowa kluczowe, štítky, oznake, címkék, etichete, etiketler, taggar, etiketter, avainsanat, ετικέτες, теги, метки, ключевые слова, мітки, الوسوم, الكلمات المفتاحية, タグ, 标签, 태그",
  rating:
    "rating, average rating, rating value, stars, review rating, score, bewertung, durchschnittliche bewertung, note, note moyenne, valoración, puntuación, valutazione, avaliação, beoordeling, ocena, hodnocení, értékelés, puan, betyg, vurdering, arvosana, βαθμολογία, рейтинг, оценка, التقييم, 評価, 评分, 평점",
  options:
    "attributes, attribute, options, option, relationship details, relationshipdetails, variation attributes, variant attributes, variant options, eigenschaften, merkmale, attribute und werte, attributs, caractéristiques, atributos, características, attributi, opzioni, caratteristiche, kenmerken, atrybuty, cechy, vlastnosti, parametry, atributi, tulajdonságok, atribute, özellikler, egenskaper, egenskaber, ominaisuudet, χαρακτηριστικά, атрибуты, характеристики, параметры, свойства, الخصائص, المواصفات, 属性, 规格, 옵션, specs, specifications, features, editions, configurator options",
};

/** Matches words in the names of columns with internal shop data. Such columns do not become product fields. */
const BACK_OFFICE =
  /(?:^|_)(?:index|idx|unnamed|meta|seo|og|canonical|redirect|related|crosssell|cross|upsell|upsells|tax|vat|mwst|tva|iva|cost|costs|ek|wholesale|purchase|einkauf|einkaufspreis|achat|margin|supplier|stripe|website|websites|stores|visibility|template|layout|shipping|shipment|hs|harmonized|customs|tariff|updated|modified|hash|checksum|flag|sync|synced|import|export|admin|internal|warehouse|bin|fulfillment|fulfilment|policy|manage|config|backorders|backorder|sort|position|priority|weight_unit|count|total|parent|deleted|status|enabled|active|published|visible|websiteid|attributeset|url_key|url_path|search_keywords|custom_label|download|button|external|affiliate|affilate|ajax|wp|oembed|id|ids|uuid|guid|skus|rule|discounts?|rabatt|remise|descuento|sconto|korting|скидка|знижка|track|tracked|tracking|inventory_tracker|threshold|taxable|fulfillable|sellable|stockable|stock_alert|notification|notify|reorder|subtract|(?:min|max|minimum|maximum|minimal)_(?:qty|quantity|order|purchase|sale)|hits|viewed|token|metadata|additional_info|custom_fields?|unit_of_measure|weight_class|length_class|weight_units|dimension_units?|low_stock|oxsort|oxvar(?:stock|count|minprice)|oxtimestamp|popularity|sold_individually|purchase_note|gift_card|locale)(?:_|$)/;

/** Generic words in column names. A generic word next to a specific word is ignored: "product price" means a price. */
const EMPTY = new Set(
  "product products prod item items article artikel produkt produkte produit producto prodotto produto товар товара variant variante variation sku shop store the of de du des del la le les el der die das my main default current al a en per po na av von för for de fr es it nl us gb uk ru pl se dk pol eng ger deu fra fre ita spa ces cze rus ukr r".split(
    " ",
  ),
);
/** Words in column names that qualify a price, such as currencies and tax terms. */
const UNITS = new Set(
  "moms dph pdv ндс ivato inclusa inclusive inklusive included inklusiv ebene complete komplett livello niveau nivel eur euro usd gbp chf sek nok dkk pln czk huf ron rub uah bgn rsd try inr jpy cny aud cad aed sar egp mad xof brl mxn zar dollar dollars kr zl incl including inkl ttc iva mwst vat tax brutto gross amount value url urls link src href html text name names title label level path list cents cent minor".split(
    " ",
  ),
);

const EMPTY_ONLY = [EMPTY];
const EMPTY_AND_UNITS = [EMPTY, UNITS];

/** Converts a column name to a field name: "Gehäuse-Typ" → "gehäuse_typ", "shoeSize" → "shoe_size". */
export const columnFieldOf = (name: string): string =>
  fieldNameOf(name.normalize("NFC").replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, "$1_$2"));

/** Normalizes a name for comparisons: "Prix TTC (€)" → "prix_ttc". */
export const wordOf = (name: string): string =>
  fieldNameOf(columnFieldOf(name).replaceAll(/ß/g, "ss").normalize("NFD").replaceAll(/\p{M}/gu, ""));

/**
 * Returns a column name without generic words and numbers, sorted by word, so that "цена розничная" equals "розничная
 * цена".
 */
const partsOf = (word: string, without: readonly ReadonlySet<string>[]): string =>
  word
    .split("_")
    .filter((part) => !/^\d+$/.test(part) && !without.some((words) => words.has(part)))
    .sort()
    .join("_");

interface Known {
  /** Maps each column name to its relative position in the role's list of names, from 0 (first) to 1. */
  readonly names: ReadonlyMap<string, number>;
  readonly parts: ReadonlyMap<string, number>;
}

const words = new Map<Role, Known>(
  Object.entries(WORDS).map(([role, list]) => {
    const all = [...new Set(list.split(",").map(wordOf))].filter(Boolean);
    const names = new Map(all.map((name, at) => [name, at / all.length]));
    const parts = new Map(
      all.flatMap((name, at) => [EMPTY_ONLY, EMPTY_AND_UNITS].map((without) => [partsOf(name, without), at / all.length] as const)).reverse(), // prettier-ignore
    );
    parts.delete("");
    return [role as Role, { names, parts }];
  }),
);

/**
 * Returns the feed field of an option or attribute: "Colour" → `color`, "Veličina" → `sizes`, "Neck" →
 * `attributes.neck`.
 */
export function optionField(name: string): string {
  const word = wordOf(name);
  const known = (["color", "sizes", "material", "department"] as const).find(
    (role) => words.get(role)?.names.has(word) === true,
  );
  return known === "department" ? "gender" : (known ?? `attributes.${fieldNameOf(name)}`);
}

/** Column roles that are recognized from a single word in the column name, as in "price of the week". */
const GIVEN_AWAY: ReadonlySet<Role> = new Set(["price", "images", "color"]);

/**
 * Returns the similarity of a column name to a role: close to 1 for an exact name, lower for a name with additional
 * words, 0 without a match.
 */
export function nameScore(word: string, role: Role): number {
  const known = words.get(role);
  if (known === undefined || word === "") return 0;
  const whole = known.names.get(word);
  if (whole !== undefined) return 1 - 0.1 * whole;
  const numbered = known.names.get(word.replace(/_?\d+$/, ""));
  if (numbered !== undefined) return 0.85 - 0.1 * numbered;
  const plain = known.parts.get(partsOf(word, EMPTY_ONLY));
  if (plain !== undefined) return 0.8 - 0.1 * plain;
  const bare = known.parts.get(partsOf(word, EMPTY_AND_UNITS));
  if (bare !== undefined) return 0.7 - 0.1 * bare;
  const parts = word.split("_");
  if (role === "category") return parts.some((part) => /^(?:categ|kateg|катег)/.test(part)) ? 0.4 : 0;
  return GIVEN_AWAY.has(role) && parts.some((part) => part.length > 2 && known.names.has(part)) ? 0.4 : 0;
}

/**
 * Matches the names of columns that are identifiers if all values of the column are unique: "product_id", "itemno",
 * "handle_id".
 */
const IDENTIFIER =
  /(?:^|_)(?:id|ids|uid|uuid|guid|key|code|sku|no|nr|num|number|nummer|numero|ref|reference|handle|slug|kod|kodas|codigo|codice|cislo|sifra|артикул|код|номер)$|^(?:id|uid|uuid|guid|code|codigo|codice|cod|kod|ref|nr|no|numero|код|номер)_|^(?:product|item|article|artikel|handle|variant|offer|goods|record|object|listing)(?:id|no|nr|code|number|key|ref)$/;
/** Matches the names of identifier columns for objects other than products, such as images or suppliers. */
const OF_OTHERS =
  /(?:^|_)(?:image|images|picture|pictures|photo|photos|media|file|category|categories|collection|brand|vendor|supplier|manufacturer|tax|user|author|customer|order|store|shop|seller|site|website|post|page|stripe|price|prices|inventory|stock|location|warehouse|currency|country|color|colour|size|zip|phone|discount|promo|coupon|hs|tariff)(?:_|$)/;
const OF_PRODUCTS =
  /^(?:products?|produkt|produit|producto|prodotto|produto|item_group|product_group|parent|master|товара?)_?(?:id|identifier|uid|uuid|guid|no|nr|num|number|key|handle)$|^(?:id|uid)_(?:product|produkt|produit|producto|prodotto|produto|товара)$|^handle(?:_?id)?$/;

/** Matches the names of identifiers that belong to a single variant, such as "sku". */
export const OWN_IDENTIFIERS = /^(?:variant|variation|sku|ean|gtin|upc|barcode|isbn|mpn)(?:_|\d|$)/;

/** Whether a column name suggests an identifier. This is only conclusive for columns with unique values. */
export const namesIdentifier = (word: string): boolean => IDENTIFIER.test(word) && !OF_OTHERS.test(word);

/** Whether a column name identifies products rather than variants. */
export const namesProduct = (word: string): boolean => isProductId(word) || nameScore(word, "group") > 0.6;

/** Whether a column with this name contains product ids, which are equal in all rows of a product. */
export const isProductId = (word: string): boolean => OF_PRODUCTS.test(word);

/** Whether a column name indicates internal data of the shop. */
export const isBackOffice = (word: string): boolean => BACK_OFFICE.test(word);
