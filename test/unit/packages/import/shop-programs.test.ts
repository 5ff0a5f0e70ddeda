import { expect } from "chai";
import { imported, notSold, questionsOf, tableOf as table } from "./import-of.js";

type Cells = Readonly<Record<string, string>>;

describe("the Ecwid importer", () => {
  const product = {
    type: "product", product_internal_id: "71", product_sku: "COAT", product_name: "Coat Alder", product_description: "<p>Warm</p>", product_is_available: "true",
    product_price: "80.00", product_compare_to_price: "", product_quantity: "4", product_is_inventory_tracked: "true", product_brand: "Alder", product_upc: "",
    product_category_1: "Clothing / Coats", product_category_2: "Winter", product_media_main_image_url: "https://img.example/71.jpg", product_media_gallery_image_url_1: "https://img.example/71b.jpg",
    product_attribute_Lining: "Silk", product_option_name: "", product_option_value: "", product_option_markup: "",
    product_variation_sku: "", product_variation_price: "", product_variation_quantity: "", product_variation_is_available: "", product_variation_option_Size: "",
  }; // prettier-ignore
  const blank: Cells = Object.fromEntries(Object.keys(product).map((name) => [name, ""]));
  const below = (cells: Cells): Cells => ({ ...blank, product_internal_id: "71", ...cells });
  const rows: readonly Cells[] = [
    product,
    below({ type: "product_option", product_option_name: "Size", product_option_value: "S", product_option_markup: "0" }),
    below({
      type: "product_variation",
      product_variation_sku: "COAT-S",
      product_variation_quantity: "0",
      product_variation_option_Size: "S",
    }),
    below({
      type: "product_variation",
      product_variation_sku: "COAT-M",
      product_variation_price: "85.00",
      product_variation_quantity: "2",
      product_variation_option_Size: "M",
    }),
    { ...product, product_internal_id: "72", product_sku: "MUG", product_name: "Mug", product_compare_to_price: "95.00", product_category_2: "" },
    { ...product, product_internal_id: "73", product_name: "Secret", product_is_available: "false" },
  ]; // prettier-ignore

  it("the Ecwid importer copies the data of a product to its variations", async () => {
    const result = await imported(table(rows));
    const shared = {
      description: "Warm", designer: "Alder", images: ["https://img.example/71.jpg", "https://img.example/71b.jpg"], attributes: { lining: "Silk" },
    }; // prettier-ignore
    const coat = {
      ...shared,
      product_identifier: "71",
      title: "Coat Alder",
      categories: ["Clothing: Coats", "Winter"],
    };
    expect(result.format).to.equal("ecwid");
    expect(result.data).to.deep.equal([
      { ...coat, variant_identifier: "COAT-S", price: 80, on_sale: false, in_stock: false, sku: "COAT-S", sizes: ["S"] },
      { ...coat, variant_identifier: "COAT-M", price: 85, on_sale: false, in_stock: true, sku: "COAT-M", sizes: ["M"] },
      {
        ...shared, product_identifier: "72", variant_identifier: "72", title: "Mug", categories: ["Clothing: Coats"], price: 80, original_price: 95, on_sale: true,
        in_stock: true, sku: "MUG",
      },
    ]); // prettier-ignore
    expect(notSold(result)).to.deep.equal({ "not available": ["line 7"] });
  });

  it("the Ecwid importer reports that option surcharges are not imported", async () => {
    const option = below({ type: "product_option", product_option_name: "Size", product_option_value: "XL", product_option_markup: "5" }); // prettier-ignore
    const { report, data } = await imported(table([product, option]));
    expect(data.map(({ sizes }) => sizes)).to.deep.equal([["XL"]]);
    expect([...report.unread.values()].map(({ examples }) => examples)).to.deep.equal([['line 3: "5"']]);
  });
});

describe("the importer of tables with product rows and variant rows", () => {
  const header = "id;parent id;sku;name;size;price;sale price;brand;status";
  const lines = [
    "1;;;Shirt Birch;;20,50;18,50;Birch;active",
    "2;1;B-S;;S;;;;active",
    "3;1;B-M;;M;24,50;;;active",
    "4;;C;Belt Cedar;;15,00;;Cedar;active",
    "5;;;Hat Elm;;30,00;;Elm;hidden",
    "6;5;E-S;;S;31,00;;;active",
    "7;;F;Sock Fir;;8,00;;Fir;active",
    "8;;;Tie Gorse;;40,00;;Gorse;active",
    "9;8;G-S;;S;41,00;;;active",
    "10;8;G-M;;M;42,00;;;active",
  ];

  it("the table importer copies the data of a product row to its variant rows", async () => {
    const result = await imported([header, ...lines].join("\n") + "\n");
    expect(result.questions).to.deep.equal([]);
    expect(result.data).to.deep.equal([
      { product_identifier: "1", variant_identifier: "B-S", title: "Shirt Birch", sizes: ["S"], price: 18.5, original_price: 20.5, on_sale: true, designer: "Birch" },
      { product_identifier: "1", variant_identifier: "B-M", title: "Shirt Birch", sizes: ["M"], price: 24.5, on_sale: false, designer: "Birch" },
      { product_identifier: "4", variant_identifier: "C", title: "Belt Cedar", price: 15, on_sale: false, designer: "Cedar" },
      { product_identifier: "7", variant_identifier: "F", title: "Sock Fir", price: 8, on_sale: false, designer: "Fir" },
      { product_identifier: "8", variant_identifier: "G-S", title: "Tie Gorse", sizes: ["S"], price: 41, on_sale: false, designer: "Gorse" },
      { product_identifier: "8", variant_identifier: "G-M", title: "Tie Gorse", sizes: ["M"], price: 42, on_sale: false, designer: "Gorse" },
    ]); // prettier-ignore
    expect(notSold(result)).to.deep.equal({ "status is active, hidden": ["line 7"] });
  });

  it("the table importer imports a product row as a variant if the row has its own options", async () => {
    const own = ["id;parent id;name;size;price", "1;;Shirt Birch;S;20,50", "2;1;Shirt Birch;M;20,50", "3;1;Shirt Birch;L;20,50", "4;;Belt Cedar;One;15,00", "5;4;Belt Cedar;Two;15,00", "6;4;Belt Cedar;Six;15,00"]; // prettier-ignore
    const { data } = await imported(own.join("\n") + "\n");
    expect(data.map(({ product_identifier, variant_identifier }) => [product_identifier, variant_identifier])).to.deep.equal([["1", "1"], ["1", "2"], ["1", "3"], ["4", "4"], ["4", "5"], ["4", "6"]]); // prettier-ignore
  });
});

describe("the importer of exports from less common shop systems", () => {
  it("the table importer applies a sale price only between its start date and its end date", async () => {
    const lines = [
      "code;name;price;promo_price;promo_start;promo_end",
      "a;Lamp;50,00;40,00;2026-01-01;2026-12-31",
      "b;Desk;90,00;70,00;2026-01-01;2026-02-01",
      "c;Chair;30,00;20,00;2027-01-01;",
      "d;Shelf;60,00;45,00;;",
      "e;Vase;12,00;;0000-00-00;0000-00-00",
    ];
    const { data } = await imported(lines.join("\n") + "\n");
    const item = (id: string, title: string) => ({ product_identifier: id, variant_identifier: id, title });
    expect(data).to.deep.equal([
      { ...item("a", "Lamp"), price: 40, original_price: 50, on_sale: true },
      { ...item("b", "Desk"), price: 90, on_sale: false },
      { ...item("c", "Chair"), price: 30, on_sale: false },
      { ...item("d", "Shelf"), price: 45, original_price: 60, on_sale: true },
      { ...item("e", "Vase"), price: 12, on_sale: false },
    ]);
  });

  it("the table importer reads options from columns with Spanish names", async () => {
    const lines = [
      "Identificador de URL;Nombre;Categorías;Nombre de propiedad 1;Valor de propiedad 1;Nombre de propiedad 2;Valor de propiedad 2;Precio;SKU;Mostrar en tienda",
      "remera;Remera;Ropa;Talle;S;Color;Rojo;1990.00;R1;SÍ",
      "remera;;;Talle;M;Color;Rojo;1990.00;;",
      "remera;;;Talle;M;Color;Azul;2190.00;;",
      "gorra;Gorra;Ropa;;;;;990.00;;NO",
      "cinto;Cinto;Ropa;;;;;890.00;C1;SÍ",
    ];
    const result = await imported(lines.join("\n") + "\n");
    const shirt = { product_identifier: "remera", title: "Remera", categories: ["Ropa"] };
    expect(result.data).to.deep.equal([
      { ...shirt, variant_identifier: "remera/S/Rojo", sizes: ["S"], color: "Rojo", price: 1990, sku: "R1" },
      { ...shirt, variant_identifier: "remera/M/Rojo", sizes: ["M"], color: "Rojo", price: 1990 },
      { ...shirt, variant_identifier: "remera/M/Azul", sizes: ["M"], color: "Azul", price: 2190 },
      { product_identifier: "cinto", variant_identifier: "cinto", title: "Cinto", categories: ["Ropa"], price: 890, sku: "C1" },
    ]); // prettier-ignore
    expect(notSold(result)).to.deep.equal({ "Mostrar en tienda is NO": ["line 5"] });
  });

  it("the table importer reads variant groups and options from a table with repeated name and value columns", async () => {
    const lines = [
      "Код_товара,Название_позиции,Цена,Наличие,ID_группы_разновидностей,Название_Характеристики,Значение_Характеристики,Название_Характеристики,Значение_Характеристики",
      "p1,Шарф Туман S,100.00,+,7,Размер,S,Материал,шерсть",
      "p2,Шарф Туман M,110.00,-,7,Размер,M,Материал,шерсть",
      "p3,Ремень Степь,50.00,+,,Цвет,синий,Пряжка,латунь",
      "p4,Носки Уют,20.00,+,,Цвет,белый,,",
    ];
    const { data } = await imported(lines.join("\n") + "\n");
    const scarf = { product_identifier: "7", title: "Шарф Туман", material: "шерсть" };
    expect(data).to.deep.equal([
      { ...scarf, variant_identifier: "p1", sizes: ["S"], price: 100, in_stock: true },
      { ...scarf, variant_identifier: "p2", sizes: ["M"], price: 110, in_stock: false },
      { product_identifier: "p3", variant_identifier: "p3", title: "Ремень Степь", color: "синий", "attributes.пряжка": "латунь", price: 50, in_stock: true },
      { product_identifier: "p4", variant_identifier: "p4", title: "Носки Уют", color: "белый", price: 20, in_stock: true },
    ]); // prettier-ignore
  });

  it("the table importer accepts headers in which a field type precedes the field name", async () => {
    const lines = [
      "ID товара;Название товара;ID варианта;Цена продажи;Размещение на сайте;Видимость на витрине;Параметр: Бренд;Свойство: Размер",
      "1;Платье Роща;11;2490,0;Каталог/Платья;выставлен;Роща;44",
      "1;Платье Роща;12;2490,0;Каталог/Платья;выставлен;Роща;46",
      "2;Юбка Луг;21;1990,0;Каталог/Юбки;выставлен;Луг;44",
      "3;Шапка Бор;31;990,0;Каталог/Шапки;скрыт;Бор;",
    ];
    const { data } = await imported(lines.join("\n") + "\n");
    const dress = { product_identifier: "1", title: "Платье Роща", price: 2490, designer: "Роща", categories: ["Каталог: Платья"] }; // prettier-ignore
    expect(data).to.deep.equal([
      { ...dress, variant_identifier: "11", sizes: ["44"] },
      { ...dress, variant_identifier: "12", sizes: ["46"] },
      { product_identifier: "2", variant_identifier: "21", title: "Юбка Луг", price: 1990, designer: "Луг", categories: ["Каталог: Юбки"], sizes: ["44"] },
    ]); // prettier-ignore
  });

  it("the table importer splits a cell that contains several options", async () => {
    const lines = [
      "OXID;OXPARENTID;OXARTNUM;OXTITLE;OXPRICE;OXVARNAME;OXVARSELECT;OXACTIVE",
      "a1;;100;Hemd Ahorn;29.95;Größe | Farbe;;1",
      "a2;a1;100-1;;29.95;;S | blau;1",
      "a3;a1;100-2;;31.95;;M | rot;1",
      "b1;;200;Hut Buche;19.95;;;1",
    ];
    const { data } = await imported(lines.join("\n") + "\n");
    const shirt = { product_identifier: "a1", title: "Hemd Ahorn" };
    expect(data).to.deep.equal([
      { ...shirt, variant_identifier: "100-1", sizes: ["S"], color: "blau", price: 29.95 },
      { ...shirt, variant_identifier: "100-2", sizes: ["M"], color: "rot", price: 31.95 },
      { product_identifier: "b1", variant_identifier: "200", title: "Hut Buche", price: 19.95 },
    ]);
  });

  it("the table importer removes type annotations around feature values, as in S[Linen]", async () => {
    const lines = [
      "Product id;Product name;Price;Status;Features",
      '1;Shirt Birch;20.00;A;"(General) Fit: S[Slim]; Material: S[Linen]"',
      "2;Belt Cedar;15.00;D;Material: S[Leather]",
      "3;Hat Elm;12.00;A;Material: S[Wool]",
    ];
    const { data } = await imported(lines.join("\n") + "\n");
    expect(data).to.deep.equal([
      { product_identifier: "1", variant_identifier: "1", title: "Shirt Birch", price: 20, "attributes.fit": "Slim", material: "Linen" },
      { product_identifier: "3", variant_identifier: "3", title: "Hat Elm", price: 12, material: "Wool" },
    ]); // prettier-ignore
  });

  it("the table importer decodes descriptions whose HTML is completely escaped", async () => {
    const lines = ["product_id,name,price,description", 'a,Lamp,5.00,"&lt;p&gt;Warm &amp;amp; dim&lt;/p&gt;"', 'b,Desk,9.00,"&lt;p&gt;Wide&lt;/p&gt;"']; // prettier-ignore
    const { data } = await imported(lines.join("\n") + "\n");
    expect(data.map(({ description }) => description)).to.deep.equal(["Warm & dim", "Wide"]);
  });

  it("the table importer asks which titles to use if a second column contains names in another language", async () => {
    const lines = ["Код_товару,Назва_позиції,Назва_позиції_укр,Ціна", "p1,Шарф Туман,Шарф Імла,100.00", "p2,Ремень Степь,Ремінь Степ,50.00"]; // prettier-ignore
    const asked = await questionsOf(lines.join("\n") + "\n");
    expect(asked.map(({ field, rivals }) => ({ field, rivals }))).to.deep.equal([
      { field: "title", rivals: ["Назва_позиції", "Назва_позиції_укр"] },
    ]);
  });

  it("the table importer asks the user to confirm the price column if another column states that prices exclude tax", async () => {
    const lines = ["code;name;price;includingVat", "a;Lamp;50,00;0", "b;Desk;90,00;0"];
    expect(await questionsOf(lines.join("\n") + "\n")).to.deep.equal([
      { field: "price", why: "includingVat is “no” in some rows: their prices exclude tax", rivals: ["price"] },
    ]);
  });
});
