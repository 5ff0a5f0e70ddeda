import { expect } from "chai";
import { imported, leftOut, notSold, questionsOf, tableOf } from "./import-of.js";

const csv = (...lines: string[]) => `${lines.join("\n")}\n`;

describe("the Shopify importer", () => {
  it("the Shopify importer creates one record per variant with the data, image and options of its product", async () => {
    const result = await imported(
      csv(
        "Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Image Src,Image Position,Variant Image,Neck (product.metafields.custom.neck),Google Shopping / Gender,Shelf,Status",
        'shirt,"A ""Shirt""","<p>One &amp; only.</p><script>x</script><p>Two</p>",Fernwick,Apparel & Accessories > Shirts,Tops,"new, linen",true,Colour,Navy,Size,M,S1,shopify,2,deny,59.00,79.00,https://a/2.jpg,2,https://a/navy.jpg,crew; wide,Female,B4,active',
        "shirt,,,,,,,,,White,,L,,shopify,0,continue,59.00,,https://a/1.jpg,1,,,,,",
        "shirt,,,,,,,,,,,,,,,,,,https://a/3.jpg,3,,,,,",
        "mug,Mug,,,,Mugs,,true,Title,Default Title,,,'007,,,deny,,,,,,,,,",
        "old,Old,,,,,,true,Title,Default Title,,,,,,,1,,,,,,,,draft",
      ),
    );
    const shared = {
      product_identifier: "shirt",
      title: 'A "Shirt"',
      handle: "shirt",
      description: "One & only.\nTwo",
      designer: "Fernwick",
      categories: ["Apparel & Accessories: Shirts"],
      product_type: "Tops",
      tags: ["new", "linen"],
      gender: "Female",
      attributes: { neck: ["crew", "wide"] },
      price: 59,
    };
    const pictures = ["https://a/1.jpg", "https://a/2.jpg", "https://a/3.jpg"];
    expect(result.data).to.deep.equal([
      {
        ...shared,
        variant_identifier: "S1",
        color: "Navy",
        sizes: ["M"],
        original_price: 79,
        on_sale: true,
        in_stock: true,
        sku: "S1",
        images: ["https://a/navy.jpg", ...pictures],
      },
      {
        ...shared,
        variant_identifier: "shirt/White/L",
        color: "White",
        sizes: ["L"],
        on_sale: false,
        in_stock: true,
        images: pictures,
      },
      {
        product_identifier: "mug",
        variant_identifier: "007",
        title: "Mug",
        handle: "mug",
        categories: ["Mugs"],
        product_type: "Mugs",
        in_stock: true,
        sku: "007",
      },
    ]);
    expect([...result.report.notSold.values()]).to.deep.equal([{ text: "draft", count: 1, examples: ["line 6"] }]);
    expect([result.format, result.report.records, result.report.unused]).to.deep.equal(["shopify-csv", 5, ["Shelf"]]);
  });

  it("the Shopify importer reads exports with the column names of 2025", async () => {
    const { data, format } = await imported(
      csv(
        "Title,URL handle,Description,Vendor,Product category,Type,Published on online store,Status,SKU,Option1 name,Option1 value,Price,Compare-at price,Inventory tracker,Inventory quantity,Continue selling when out of stock,Product image URL,Variant image URL",
        "Mug,mug,Round,Clay,Uncategorized,Mugs,TRUE,Active,M1,Title,Default Title,9.5,,shopify,0,DENY,https://a/mug.png,",
      ),
    );
    expect(format).to.equal("shopify-csv");
    expect(data).to.deep.equal([
      {
        product_identifier: "mug",
        variant_identifier: "M1",
        title: "Mug",
        handle: "mug",
        description: "Round",
        designer: "Clay",
        categories: ["Mugs"],
        product_type: "Mugs",
        price: 9.5,
        on_sale: false,
        in_stock: false,
        sku: "M1",
        images: ["https://a/mug.png"],
      },
    ]);
  });

  it("the Shopify importer reports misplaced rows, rows without a handle, and invalid prices", async () => {
    const result = await imported(
      csv(
        "Handle,Title,Option1 Name,Option1 Value,Variant Price",
        "a,A,Size,S,10",
        "b,B,Size,S,cheap",
        "a,,,M,10",
        ",C,Size,S,1",
        "d,D,Size,S,1,2",
      ),
    );
    expect(result.data.map(({ variant_identifier }) => variant_identifier)).to.deep.equal(["a/S", "b/S"]);
    expect(leftOut(result)).to.deep.equal({
      "the row does not follow the first row of its product: sort the file by handle": ["line 4"],
      "the row has no handle": ["line 5"],
      "the row has more values than the file has columns: a quote or a separator is misplaced": ["line 6"],
    });
    expect([...result.report.unread.values()]).to.deep.equal([
      { text: "Variant Price: expected an amount", count: 1, examples: ['line 3: "cheap"'] },
    ]);
  });

  it("the Shopify importer makes repeated SKUs unique in a product with thousands of variants", async () => {
    const rows = Array.from({ length: 3_000 }, (_, at) => `x,${at === 0 ? "X" : ""},Size,${at},SAME,1`);
    const { data } = await imported(csv("Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price", ...rows));
    expect(data).to.have.length(3_000);
    expect(new Set(data.map(({ variant_identifier }) => variant_identifier)).size).to.equal(3_000);
    expect(data.slice(0, 2).map(({ variant_identifier }) => variant_identifier)).to.deep.equal(["SAME", "x/1"]);
  });

  it("the Shopify importer reads the JSON of the storefront and of the Admin API", async () => {
    const product = {
      id: 1, handle: "cap", title: "Cap", body_html: "<p>Warm</p>", vendor: "Oxley", product_type: "Hats",
      published_at: "2026-01-02T03:04:05+01:00", tags: "wool, new", options: [{ name: "Color" }],
      variants: [
        { id: 11, option1: "Red", sku: "C1", price: "10.00", compare_at_price: "12.00", inventory_quantity: 0, inventory_policy: "deny", image_id: 7 },
      ],
      images: [{ id: 6, src: "https://a/6.jpg" }, { id: 7, src: "https://a/7.jpg" }],
    }; // prettier-ignore
    const result = await imported(JSON.stringify({ products: [product, { ...product, status: "archived" }] }));
    expect(result.data).to.deep.equal([
      {
        product_identifier: "cap",
        variant_identifier: "C1",
        title: "Cap",
        handle: "cap",
        description: "Warm",
        designer: "Oxley",
        categories: ["Hats"],
        product_type: "Hats",
        tags: ["wool", "new"],
        released_at: "2026-01-02T02:04:05.000Z",
        color: "Red",
        price: 10,
        original_price: 12,
        on_sale: true,
        in_stock: false,
        sku: "C1",
        images: ["https://a/7.jpg", "https://a/6.jpg"],
      },
    ]);
    expect([...result.report.notSold.keys()]).to.deep.equal(["archived"]);
  });

  it("the Shopify importer reads the JSON Lines of a bulk query, in which variants follow their product", async () => {
    const lines = [
      { id: "gid://shopify/Product/1", handle: "cap", title: "Cap", productType: "Hats", status: "ACTIVE" },
      {
        id: "gid://shopify/ProductVariant/2",
        __parentId: "gid://shopify/Product/1",
        sku: "C1",
        price: "10",
        selectedOptions: [{ name: "Size", value: "M" }],
        availableForSale: true,
      },
      { id: "gid://shopify/MediaImage/3", image: { url: "https://a/3.jpg" }, __parentId: "gid://shopify/Product/1" },
      { id: "gid://shopify/ProductVariant/9", __parentId: "gid://shopify/Product/8", sku: "lost" },
    ];
    const result = await imported(lines.map((line) => JSON.stringify(line)).join("\n"));
    expect(result.data).to.deep.equal([
      {
        product_identifier: "cap",
        variant_identifier: "C1",
        title: "Cap",
        handle: "cap",
        categories: ["Hats"],
        product_type: "Hats",
        sizes: ["M"],
        price: 10,
        on_sale: false,
        in_stock: true,
        sku: "C1",
        images: ["https://a/3.jpg"],
      },
    ]);
    expect(leftOut(result)).to.deep.equal({
      "the file contains no product for this record: run the bulk query with groupObjects": ["line 4"],
    });
  });

  it("the Shopify importer maps color, size and material columns in any language to one field each", async () => {
    const header =
      "Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Farbe (product.metafields.shopify.color-pattern)," +
      "Größe (product.metafields.shopify.size),Stoff (product.metafields.shopify.fabric),Eigenschaften (product.metafields.shopify.swimwear-features)," +
      "Ähnliche Produkte (product.metafields.shopify--discovery--product_recommendation.related_products),Zielgeschlecht (product.metafields.shopify.target-gender)";
    const { data } = await imported(
      [header, "top,Top,COLOR,Black,T-1,10,schwarz; weiss,s; m,lycra,schnell-trocknend; leicht,hose; rock,weiblich", "hat,Hat,Title,Default Title,H-1,5,braun,,,,,"].join("\n"), // prettier-ignore
    );
    expect(data.map(({ color, sizes, material, gender, attributes }) => ({ color, sizes, material, gender, attributes }))).to.deep.equal([
      { color: "Black", sizes: ["S", "M"], material: "Lycra", gender: "Weiblich", attributes: { eigenschaften: ["Schnell trocknend", "Leicht"] } },
      { color: "Braun", sizes: undefined, material: undefined, gender: undefined, attributes: undefined },
    ]); // prettier-ignore
  });

  it("the Shopify importer omits draft, archived and unlisted products", async () => {
    const mug = { Handle: "mug", Title: "Mug", "Variant Price": "5", Status: "active" };
    const states = ["draft", "archived", "Unlisted"].map((state) => ({ ...mug, Handle: state, Status: state }));
    const result = await imported(tableOf([mug, ...states]));
    expect(result.data.map(({ product_identifier: id }) => id)).to.deep.equal(["mug"]);
    expect(notSold(result)).to.deep.equal({ draft: ["line 3"], archived: ["line 4"], unlisted: ["line 5"] });
    const json = await imported(JSON.stringify({ products: [{ handle: "kit", title: "Kit", vendor: "", status: "UNLISTED", variants: [{ price: "1" }] }] })); // prettier-ignore
    expect([...json.report.notSold.keys()]).to.deep.equal(["unlisted"]);
  });

  it("the Shopify importer converts metaobject handles to readable option values, in one field for all products", async () => {
    const ring = {
      Handle: "a", Title: "A", "Option1 Name": "Ring size", "Option1 Value": "size-5", "Option1 Linked To": "product.metafields.shopify.ring-size", "Option2 Name": "Finish", "Option2 Value": "matte-gold",
      "Option2 Linked To": "product.metafields.custom.finish", "Option3 Name": "Cut", "Option3 Value": "semi-round", "Variant SKU": "1", "Variant Price": "5",
      "Ring size (product.metafields.shopify.ring-size)": "size-5; size-6", "Surface (product.metafields.custom.finish)": "matte-gold; polished", "Stone (product.metafields.custom.stone)": "Opal; Jade",
    }; // prettier-ignore
    const { data } = await imported(
      tableOf([
        ring,
        { Handle: "a", "Option1 Value": "size-6", "Option2 Value": "Polished / bright", "Option3 Value": "T-cut", "Variant SKU": "2", "Variant Price": "5" },
        { ...ring, Handle: "b", "Option1 Name": "Size", "Variant SKU": "3" },
        { ...ring, Handle: "c", "Option1 Name": "Title", "Option1 Value": "Default Title", "Option1 Linked To": "", "Option2 Value": "", "Option2 Linked To": "", "Option3 Value": "", "Variant SKU": "4" },
      ]),
    ); // prettier-ignore
    const stone = ["Opal", "Jade"];
    expect(data.map(({ sizes, attributes }) => [sizes, attributes])).to.deep.equal([
      [["Size 5"], { stone, surface: "Matte gold", cut: "semi-round" }],
      [["Size 6"], { stone, surface: "Polished / bright", cut: "T-cut" }],
      [["Size 5"], { stone, surface: "Matte gold", cut: "semi-round" }],
      [["Size 5", "Size 6"], { stone, surface: ["matte-gold", "polished"] }],
    ]);
  });

  it("the Shopify importer extracts the text of metafields that contain markup", async () => {
    const shirt = {
      Handle: "a", Title: "A", "Variant Price": "5", "Colors (product.metafields.custom.colors)": '<a class="red" href="/a"></a>\n<a class="blue" href="/b"></a>',
      "Care (product.metafields.custom.care)": "<ul><li>Wash <b>cold</b></li><li>Dry flat</li></ul>", "Fits (product.metafields.custom.fits)": "<span>Slim</span> <span>Wide</span>",
      "Note (product.metafields.custom.note)": "Up to <b>5</b> kg", "Story (product.metafields.custom.story)": '{"type":"root","children":[{"type":"paragraph","children":[{"type":"text","value":"Made in \\"Rome\\""}]}]}',
      "Color of this shirt (product.metafields.custom.this_color)": "Red",
    }; // prettier-ignore
    const attributes = { care: ["Wash cold", "Dry flat"], fits: ["Slim", "Wide"], note: "Up to 5 kg", story: 'Made in "Rome"' }; // prettier-ignore
    const of = async (row: Record<string, string>) => (await imported(tableOf([row]))).data.map(({ color, attributes }) => ({ color, attributes })); // prettier-ignore
    expect(await of(shirt)).to.deep.equal([{ color: "Red", attributes }]);
    const { "Color of this shirt (product.metafields.custom.this_color)": _color, ...alone } = shirt;
    expect(await of(alone)).to.deep.equal([{ color: undefined, attributes }]);
    expect(await of({ ...alone, "Colors (product.metafields.custom.colors)": "<a>Red</a><a>Blue</a>" })).to.deep.equal([{ color: "Red / Blue", attributes }]); // prettier-ignore
    expect(await of({ ...shirt, "Colors (product.metafields.custom.colors)": "Green" })).to.deep.equal([{ color: "Green", attributes: { ...attributes, color_of_this_shirt: "Red" } }]); // prettier-ignore
  });

  it("the Shopify importer asks whether to import products without prices if the price column is missing or empty", async () => {
    const mug = { Handle: "mug", Title: "Mug", "Variant SKU": "M-1", "Variant Inventory Qty": "3" };
    const why = "no product has a price, possibly because some columns were not exported. Export all columns, or import the file without prices with --column price="; // prettier-ignore
    for (const content of [tableOf([mug]), tableOf([{ ...mug, "Variant Price": "" }])])
      expect(await questionsOf(content)).to.deep.equal([{ field: "price", why, rivals: [], answer: "" }]);
    expect(await questionsOf(tableOf([mug, { ...mug, Handle: "cup", "Variant Price": "0" }]))).to.deep.equal([]);
    const { data } = await imported(tableOf([mug]), { answers: { price: null } });
    expect(data.map(({ variant_identifier: id, price }) => [id, price])).to.deep.equal([["M-1", undefined]]);
    const failure = await questionsOf(tableOf([mug]), { answers: { price: "Cost" } }).catch((error: unknown) => error);
    expect((failure as Error).message).to.match(/^--column price=Cost: Shopify product export has fixed price columns/); // prettier-ignore
  });
});
