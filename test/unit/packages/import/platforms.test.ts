import { expect } from "chai";
import { imported, leftOut, notSold, tableOf as table } from "./import-of.js";

describe("the Magento 2 importer", () => {
  const simple = {
    sku: "BAG-R", store_view_code: "", attribute_set_code: "Bag", product_type: "simple",
    categories: "Default Category/Gear,Default Category/Gear/Bags, large", product_websites: "base", name: "Bag red", description: "<p>Long</p>",
    short_description: "Short", product_online: "1", visibility: "Not Visible Individually", price: "40.0000", special_price: "30.0000",
    special_price_from_date: "2026-01-01", special_price_to_date: "", url_key: "bag-red", created_at: "2026-01-02 03:04:05", base_image: "/b/a/bag-red.jpg",
    additional_attributes: "has_options=0,color=Red,manufacturer=Tilda,material=Canvas|Leather,care=Wash cold, dry flat,ts_country=x", qty: "3.0000",
    is_in_stock: "1", allow_backorders: "0", manage_stock: "1", use_config_manage_stock: "1", related_skus: "A,B", configurable_variations: "",
  }; // prettier-ignore
  const parent = {
    ...simple, sku: "BAG", product_type: "configurable", name: "Bag", visibility: "Catalog, Search", price: "", special_price: "", url_key: "bag", qty: "0",
    additional_attributes: "manufacturer=Tilda,pattern=Solid", base_image: "/b/a/bag.jpg", configurable_variations: "sku=BAG-R,color=Red,size=One|sku=BAG-B,color=Blue,size=One",
  }; // prettier-ignore
  const rows = [
    simple,
    {
      ...simple,
      sku: "BAG-B",
      name: "Bag blue",
      special_price: "",
      qty: "0",
      additional_attributes: "color=Blue",
      base_image: "",
    },
    parent,
    { ...parent, store_view_code: "de", name: "Tasche" },
    { ...simple, sku: "SET", product_type: "grouped", visibility: "Catalog, Search" },
    { ...simple, sku: "OFF", product_online: "2", visibility: "Catalog" },
    { ...simple, sku: "LOST" },
  ];

  it("the Magento 2 importer joins a configurable product with its simple products", async () => {
    const result = await imported(table(rows), { pictures: "https://shop.example/media/catalog/product/" });
    const shared = {
      product_identifier: "BAG",
      title: "Bag",
      handle: "bag",
      description: "Long",
      short_description: "Short",
      designer: "Tilda",
      categories: ["Gear: Bags, large"],
      released_at: new Date("2026-01-02 03:04:05").toISOString(),
      sizes: ["One"],
    };
    expect(result.format).to.equal("magento");
    expect(result.data).to.deep.equal([
      {
        ...shared, variant_identifier: "BAG-R", color: "Red", material: ["Canvas", "Leather"], price: 30, original_price: 40, on_sale: true, in_stock: true, sku: "BAG-R",
        images: ["https://shop.example/media/catalog/product/b/a/bag-red.jpg", "https://shop.example/media/catalog/product/b/a/bag.jpg"],
        attributes: { pattern: "Solid", care: "Wash cold, dry flat" },
      },
      {
        ...shared, variant_identifier: "BAG-B", color: "Blue", price: 40, on_sale: false, in_stock: false, sku: "BAG-B",
        images: ["https://shop.example/media/catalog/product/b/a/bag.jpg"], attributes: { pattern: "Solid" },
      },
    ]); // prettier-ignore
    expect(leftOut(result)).to.deep.equal({
      "a grouped product only lists other products": ["line 6"],
      "the row's configurable product is not in the file": ["line 8"],
    });
    expect([...result.report.notSold.keys()]).to.deep.equal([
      "a translation of a product for a store view",
      "disabled",
    ]);
  });

  it("the Magento 2 importer recognizes variants and dates if the admin labels are translated", async () => {
    const german = rows.slice(0, 3).map((row) => ({
      ...row,
      visibility: row.visibility === "Catalog, Search" ? "Katalog, Suche" : "Einzeln nicht sichtbar",
      created_at: "12.03.26, 10:11",
      special_price_to_date: "01.02.26",
    }));
    const { data } = await imported(`${table(german)}\n`);
    expect(data.map(({ product_identifier: id, price, released_at }) => [id, price, released_at])).to.deep.equal(
      ["BAG-R", "BAG-B"].map(() => ["BAG", 40, new Date("2026-03-12 10:11").toISOString()]),
    );
    const failure = await imported(table(german.map((row) => ({ ...row, visibility: row.sku === "BAG" ? "Katalog" : row.visibility })))).catch((error: unknown) => error); // prettier-ignore
    expect((failure as Error).message).to.match(
      /^visibility "einzeln nicht sichtbar": this may mean “Not Visible Individually”/,
    );
  });

  it("the Magento 2 importer ignores a sale price with an ambiguous date", async () => {
    const { data, report } = await imported(table([{ ...simple, visibility: "Catalog", special_price_from_date: "1/2/26", special_price_to_date: "3/12/26" }])); // prettier-ignore
    expect(data[0]).to.deep.include({ price: 40, on_sale: false });
    expect([...report.unread.keys()]).to.include("end of the sale: expected an unambiguous date, like 2026-01-31"); // prettier-ignore
  });

  it("the Magento 2 importer reports that image paths have no host name if --pictures is not set", async () => {
    const { report } = await imported(table(rows));
    expect([...report.unread.keys()]).to.deep.equal([
      "images: expected a URL with a host; set the base URL with --pictures",
    ]);
  });
});

describe("the BigCommerce importer", () => {
  it("the BigCommerce importer copies product data from product rows to variant rows in the 2023 export format", async () => {
    const product = {
      Item: "Product", ID: "77", Name: "Mug", Type: "physical", SKU: "MUG", Options: "", "Inventory Tracking": "variant", "Current Stock": "0", Price: "12", "Sale Price": "0",
      "Retail Price": "0", Categories: "Shop/Kitchen;Sale", Description: "<p>Holds tea</p>", "Custom Fields": "", "Is Visible": "TRUE", "Internal Image URL (Export)": "",
    }; // prettier-ignore
    const variant = { ...product, Item: "Variant", ID: "1", SKU: "MUG-R", Options: "Type=Swatch|Name=Color|Value=Red[#ff0000]Type=Rectangle|Name=Size|Value=L", Price: "", "Current Stock": "4", Name: "" }; // prettier-ignore
    const { data, format } = await imported(
      table([
        product,
        variant,
        { ...variant, ID: "2", SKU: "MUG-B", Options: "Type=Swatch|Name=Color|Value=Blue[#0000ff]Type=Rectangle|Name=Size|Value=L", Price: "15", "Current Stock": "0" }, // prettier-ignore
        { ...product, Item: "Image", ID: "9", Name: "", "Internal Image URL (Export)": "https://cdn/1.jpg" },
        { ...product, ID: "78", Name: "Plate", SKU: "PLATE", "Sale Price": "9", "Inventory Tracking": "none" },
        { ...variant, Item: "Variant", ID: "3", SKU: "PLATE", Options: "" },
        { ...product, ID: "79", Name: "Hidden", "Is Visible": "FALSE" },
      ]),
    );
    expect(format).to.equal("bigcommerce");
    const mug = { product_identifier: "77", title: "Mug", description: "Holds tea", categories: ["Shop: Kitchen", "Sale"], images: ["https://cdn/1.jpg"], sizes: ["L"], on_sale: false }; // prettier-ignore
    expect(data).to.deep.equal([
      { ...mug, variant_identifier: "MUG-R", color: "Red", price: 12, in_stock: true, sku: "MUG-R" },
      { ...mug, variant_identifier: "MUG-B", color: "Blue", price: 15, in_stock: false, sku: "MUG-B" },
      {
        product_identifier: "78", variant_identifier: "78", title: "Plate", description: "Holds tea", categories: ["Shop: Kitchen", "Sale"],
        price: 9, original_price: 12, on_sale: true, in_stock: true, sku: "PLATE",
      },
    ]); // prettier-ignore
  });

  it("the BigCommerce importer reads options from the product names of SKU rows in the older export format", async () => {
    const product = { "Item Type": "Product", "Product ID": "5", "Product Name": "Cap", "Product Code/SKU": "CAP", "Brand Name": "Oxley", "Product Description": "Warm", Price: "20", "Product Visible?": "Y", Category: "Hats", "Product Image File - 1": "https://cdn/cap.jpg", "Track Inventory": "none", "Current Stock Level": "" }; // prettier-ignore
    product["Track Inventory"] = "by option";
    const sku = { ...product, "Item Type": "  SKU", "Track Inventory": "", "Current Stock Level": "3", "Product ID": "", "Product Name": "[S]Size=M,[CS]Color=Navy:#000080", "Product Code/SKU": "CAP-M", Price: "", "Product Image File - 1": "" }; // prettier-ignore
    const rule = { ...sku, "Item Type": "  Rule", Price: "[ADD]2" };
    const { data, report } = await imported(table([product, sku, rule]));
    expect([...report.unread.values()].flatMap(({ examples }) => examples)).to.deep.equal(['line 4: "[ADD]2"']);
    expect(data).to.deep.equal([
      {
        product_identifier: "5", variant_identifier: "CAP-M", title: "Cap", description: "Warm", designer: "Oxley", categories: ["Hats"],
        images: ["https://cdn/cap.jpg"], color: "Navy", sizes: ["M"], price: 20, on_sale: false, sku: "CAP-M", in_stock: true,
      },
    ]); // prettier-ignore
  });
});

describe("the Shopware 6 importer", () => {
  it("the Shopware 6 importer fills empty variant values from the parent product", async () => {
    const main = { id: "a".repeat(32), parent_id: "", product_number: "SW1", active: "1", stock: "4", name: "Chair", description: "<b>Wood</b>", price_net: "100", price_gross: "119", tax_rate: "19", cover_media_url: "https://cdn/chair.jpg", manufacturer_name: "Tilda", categories: "b".repeat(32), optionIds: "" }; // prettier-ignore
    const variant = { ...main, id: "c".repeat(32), parent_id: main.id, product_number: "SW1.1", name: "", description: "", price_gross: "", price_net: "", cover_media_url: "", manufacturer_name: "", stock: "0", categories: "" }; // prettier-ignore
    const { data, format, report } = await imported(
      table([variant, main, { ...main, id: "d".repeat(32), product_number: "SW2", active: "0" }], ";"),
    );
    expect(format).to.equal("shopware");
    expect(data).to.deep.equal([
      {
        product_identifier: "SW1", variant_identifier: "SW1.1", title: "Chair", description: "Wood", designer: "Tilda", price: 119, on_sale: false,
        in_stock: false, sku: "SW1.1", images: ["https://cdn/chair.jpg"],
      },
    ]); // prettier-ignore
    expect([...report.unread.keys()][0]).to.match(/^categories: expected names/);
    expect([...report.notSold.keys()]).to.deep.equal(["inactive"]);
  });
});

describe("the PrestaShop importer", () => {
  it("the PrestaShop importer reads discounts and features from the columns of the PrestaShop import sample", async () => {
    const row = {
      "Product ID": "3", "Active (0/1)": "1", "Name *": "Mug", "Categories (x,y,z...)": "Home,Kitchen,Mugs", "Price tax excluded": "10", "Price tax included": "12", "Discount amount": "",
      "Discount percent": "25", "Discount from (yyyy-mm-dd)": "2026-11-01", "Discount to (yyyy-mm-dd)": "2026-11-30", "Reference #": "MUG", Manufacturer: "Tilda", EAN13: "401",
      Quantity: "5", Summary: "Short", Description: "<p>Long</p>", "Tags (x,y,z...)": "tea,gift", "URL rewritten": "mug", "Image URLs (x,y,z...)": "https://a/1.jpg,https://a/2.jpg",
      "Feature(Name:Value:Position)": "Color:White:1,Capacity:300 ml:2",
    }; // prettier-ignore
    const { data, format, report } = await imported(
      table([row, { ...row, "Product ID": "4", "Active (0/1)": "0" }], ";"),
    );
    expect(format).to.equal("prestashop");
    expect(data).to.deep.equal([
      {
        product_identifier: "3", variant_identifier: "3", title: "Mug", handle: "mug", description: "Long", short_description: "Short", designer: "Tilda",
        categories: ["Kitchen", "Mugs"], tags: ["tea", "gift"], price: 9, original_price: 12, on_sale: true, in_stock: true, sku: "MUG", barcode: "401",
        images: ["https://a/1.jpg", "https://a/2.jpg"], color: "White", attributes: { capacity: "300 ml" },
      },
    ]); // prettier-ignore
    expect([...report.notSold.keys()]).to.deep.equal(["disabled"]);
  });

  it("the PrestaShop importer reads the product list of the PrestaShop back office", async () => {
    const { data, format } = await imported(
      "Product ID;Image;Name;Reference;Category;Price (tax excl.);Price (tax incl.);Quantity;Status\n1;https://a/1.jpg;Mug;MUG;Kitchen;€10.00;€12.00;0;1\n",
    );
    expect(format).to.equal("prestashop");
    expect(data[0]).to.deep.include({
      product_identifier: "1",
      title: "Mug",
      categories: ["Kitchen"],
      price: 12,
      in_stock: false,
    });
  });
});

describe("the Squarespace importer", () => {
  const towel = {
    "Product ID [Non Editable]": "p1", "Variant ID [Non Editable]": "p1-1", "Product Type [Non Editable]": "PHYSICAL", "Product Page": "store", "Product URL": "towel", Title: "Towel &amp; Co",
    Description: "<p>Soft.</p>", SKU: "T-S", "Option Name 1": "Size", "Option Value 1": "S", "Option Name 2": "Color", "Option Value 2": "Blue", Price: "25.00", "Sale Price": "0.00", "On Sale": "No",
    Stock: "4", Categories: "Bath / Body, /home/linen", Tags: "soft, new", Weight: "1", Visible: "Yes", "Hosted Image URLs": "https://a/1.jpg https://a/2.jpg",
  }; // prettier-ignore
  const below = { "Variant ID [Non Editable]": "p1-2", SKU: "T-L", "Option Value 1": "L", Price: "35.00", "Sale Price": "30.00", "On Sale": "Yes", Stock: "Unlimited" }; // prettier-ignore

  it("the Squarespace importer treats rows without a title as variants of the product above", async () => {
    const result = await imported(
      table([towel, below, { ...below, SKU: "", "Option Value 1": "XL", Price: "40", "Sale Price": "30", "On Sale": "No", Stock: "some" }]),
    ); // prettier-ignore
    const shared = {
      product_identifier: "p1", title: "Towel & Co", handle: "towel", description: "Soft.", categories: ["Bath / Body", "home: linen"], tags: ["soft", "new"],
      images: ["https://a/1.jpg", "https://a/2.jpg"],
    }; // prettier-ignore
    expect(result.format).to.equal("squarespace");
    expect(result.data).to.deep.equal([
      { ...shared, variant_identifier: "T-S", price: 25, on_sale: false, in_stock: true, sku: "T-S", sizes: ["S"], color: "Blue" },
      { ...shared, variant_identifier: "T-L", price: 30, original_price: 35, on_sale: true, in_stock: true, sku: "T-L", sizes: ["L"] },
      { ...shared, variant_identifier: "p1-2", price: 40, on_sale: false, sizes: ["XL"] },
    ]); // prettier-ignore
    expect([...result.report.unread.keys()]).to.deep.equal(["Stock: expected a quantity or Unlimited"]);
    expect(result.report.unused).to.deep.equal([]);
  });

  it("the Squarespace importer combines rows with the same product ID into one product, even if each row has a title", async () => {
    const { data } = await imported(table([towel, { ...towel, ...below }]));
    expect(data.map(({ product_identifier: id, variant_identifier: variant }) => [id, variant])).to.deep.equal([["p1", "T-S"], ["p1", "T-L"]]); // prettier-ignore
  });

  it("the Squarespace importer identifies products by URL if they have no product ID", async () => {
    const { "Product ID [Non Editable]": _id, "Variant ID [Non Editable]": _variant, ...template } = towel;
    const { data, ...result } = await imported(
      table([template, { ...template, Title: "Rug", "Product URL": "rug", Visible: "No" }, { "Option Value 1": "L", Price: "9" }, { ...template, "Product URL": "", SKU: "", Title: "Lost" }]),
    ); // prettier-ignore
    expect(data.map(({ product_identifier: id, variant_identifier: variant }) => [id, variant])).to.deep.equal([["towel", "towel"]]); // prettier-ignore
    expect(notSold(result)).to.deep.equal({ "not visible": ["line 3"] });
    expect(leftOut(result)).to.deep.equal({
      "the row has neither a product ID nor a product URL nor a SKU": ["line 5"],
    });
  });
});

describe("the Wix importer", () => {
  const wine = {
    handleId: "product_1", fieldType: "Product", name: "Red Wine", description: "<p>Dry.</p>", productImageUrl: "a_1~mv2.jpg;https://a/2.jpg", collection: "Wine;South / West", sku: "", ribbon: "New",
    price: "20", surcharge: "", visible: "true", discountMode: "PERCENT", discountValue: "0", inventory: "InStock", additionalInfoTitle1: "Origin", additionalInfoDescription1: "<p>Hills</p>",
    productOptionName1: "Size", productOptionType1: "DROP_DOWN", productOptionDescription1: "75 cl;150 cl", productOptionName2: "Label", productOptionDescription2: "#ff0000:Red;#0000ff:Blue",
  }; // prettier-ignore
  const variant = { handleId: "product_1", fieldType: "Variant", visible: "true", surcharge: "5", inventory: "3", productOptionDescription1: "75 cl", productOptionDescription2: "#ff0000:Red", sku: "W-R" }; // prettier-ignore
  const shared = {
    product_identifier: "product_1", title: "Red Wine", description: "Dry.", categories: ["Wine", "South / West"],
    images: ["https://static.wixstatic.com/media/a_1~mv2.jpg", "https://a/2.jpg"],
  }; // prettier-ignore

  it("the Wix importer adds the surcharge of a variant to the price of the product", async () => {
    const result = await imported(
      table([
        wine,
        variant,
        { ...variant, surcharge: "", sku: "W-R", productOptionDescription2: "Blue", inventory: "OutOfStock" },
        { ...variant, visible: "false", sku: "W-H" },
        { ...variant, handleId: "product_9" },
      ]),
    );
    const attributes = { origin: "Hills", ribbon: "New" };
    expect(result.format).to.equal("wix");
    expect(result.data).to.deep.equal([
      { ...shared, variant_identifier: "W-R", price: 25, on_sale: false, in_stock: true, sku: "W-R", sizes: ["75 cl"], attributes: { ...attributes, label: "Red" } },
      { ...shared, variant_identifier: "product_1/75 cl/Blue", price: 20, on_sale: false, in_stock: false, sku: "W-R", sizes: ["75 cl"], attributes: { ...attributes, label: "Blue" } },
    ]); // prettier-ignore
    expect(notSold(result)).to.deep.equal({ "not visible": ["line 5"] });
    expect(leftOut(result)).to.deep.equal({ "the file contains no product above the row": ["line 6"] });
    expect(result.report.unused).to.deep.equal([]);
  });

  it("the Wix importer applies percentage and amount discounts to products and variants", async () => {
    const { data } = await imported(
      table([
        { ...wine, discountValue: "25" },
        { ...wine, handleId: "product_2", discountMode: "AMOUNT", discountValue: "2.5" },
        { ...variant, handleId: "product_2" },
        { ...wine, handleId: "product_3", discountMode: "AMOUNT", discountValue: "30" },
      ]),
    );
    expect(data.map(({ price, original_price, on_sale }) => [price, original_price, on_sale])).to.deep.equal([
      [15, 20, true],
      [22.5, 25, true],
      [20, undefined, false],
    ]);
    expect(data[0]).to.deep.include({ sizes: ["75 cl", "150 cl"], attributes: { origin: "Hills", ribbon: "New", label: ["Red", "Blue"] } }); // prettier-ignore
  });

  it("the Wix importer accepts the column names of 2025, in any letter case and with brackets", async () => {
    const { data, format } = await imported(
      table([
        { "Handle": "red-wine", "Field Type": "PRODUCT", Name: "Red Wine", "Plain Description": "Dry.", Media: "a_1~mv2.jpg", Brand: "Oxley", Price: "18", "Strikethrough Price": "24", Visible: "TRUE", Inventory: "OUT_OF_STOCK", "productOptionName[1]": "Color", "productOptionChoices[1]": "#f00:Red" },
        { "Handle": "red-wine", "Field Type": "MEDIA", Media: "a_3~mv2.jpg" },
        { "Handle": "", "Field Type": "PRODUCT", Name: "Lost", Price: "1" },
      ]),
    ); // prettier-ignore
    expect(format).to.equal("wix");
    expect(data).to.deep.equal([
      {
        product_identifier: "red-wine", variant_identifier: "red-wine", title: "Red Wine", description: "Dry.", designer: "Oxley", price: 18, original_price: 24, on_sale: true, in_stock: false,
        images: ["https://static.wixstatic.com/media/a_1~mv2.jpg", "https://static.wixstatic.com/media/a_3~mv2.jpg"], color: "Red",
      },
    ]); // prettier-ignore
  });
});
