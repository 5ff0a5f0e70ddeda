import { expect } from "chai";
import { imported, leftOut } from "./import-of.js";

const HEADER =
  "ID,Type,SKU,Name,Published,Visibility in catalog,Short description,Description,Date sale price starts,Date sale price ends,In stock?,Sale price,Regular price,Categories,Tags,Images,Parent,Brands,Attribute 1 name,Attribute 1 value(s),Attribute 1 visible,Attribute 2 name,Attribute 2 value(s)";

describe("a WooCommerce product export", () => {
  it("gives variations their product's data, whether it is named by SKU or id, and stands before or after them", async () => {
    const result = await imported(
      [
        HEADER,
        "3,variation,TEE-L,Tee - L,1,visible,,,,,0,,20,,,,id:1,,Size,L,1,,",
        '1,variable,TEE,Tee,1,visible,Short,<p>Long</p>,,,1,,,"Women > Tops, Sale\\, now",soft,"https://a/1.jpg, https://a/2.jpg",,Tilda,Size,"M, L",1,Material,Cotton',
        '2,variation,TEE-M,"Tee - M",1,visible,,,,,backorder,"15,50",20,,,https://a/m.jpg,TEE,,Size,M,1,,',
        '4,"simple, virtual",,Card,1,visible,Short,,2026-12-01,,1,5,10,,,,,,,,,,',
        "5,simple,P,Private,0,visible,,,,,1,,1,,,,,,,,,,",
        "6,grouped,G,Set,1,visible,,,,,1,,,,,,,,,,,,",
        "7,variation,X,Lost,1,visible,,,,,1,,1,,,,id:99,,,,,,",
      ].join("\n"),
    );
    const tee = {
      product_identifier: "TEE",
      title: "Tee",
      description: "Long",
      designer: "Tilda",
      tags: ["soft"],
      categories: ["Women: Tops", "Sale, now"],
      material: "Cotton",
      short_description: "Short",
    };
    expect(result.data).to.deep.equal([
      {
        ...tee,
        variant_identifier: "TEE-M",
        sizes: ["M"],
        price: 15.5,
        original_price: 20,
        on_sale: true,
        in_stock: true,
        sku: "TEE-M",
        images: ["https://a/m.jpg", "https://a/1.jpg", "https://a/2.jpg"],
      },
      {
        product_identifier: "4",
        variant_identifier: "4",
        title: "Card",
        description: "Short",
        price: 10,
        on_sale: false,
        in_stock: true,
      },
      {
        ...tee,
        variant_identifier: "TEE-L",
        sizes: ["L"],
        price: 20,
        on_sale: false,
        in_stock: false,
        sku: "TEE-L",
        images: ["https://a/1.jpg", "https://a/2.jpg"],
      },
    ]);
    expect(leftOut(result)).to.deep.equal({
      "a grouped product is only a list of others": ["line 7"],
      "its variable product is not in the file": ["line 8"],
    });
    expect([...result.report.notSold.keys()]).to.deep.equal(["private"]);
  });

  it("takes a variable product by itself when the export has none of its variations", async () => {
    const { data } = await imported(
      [HEADER, '1,variable,TEE,Tee,1,visible,,,,,1,,,,,,,,Color,"Red, Blue",1,,'].join("\n"),
    );
    expect(data).to.deep.equal([
      {
        product_identifier: "TEE",
        variant_identifier: "TEE",
        title: "Tee",
        color: "Red / Blue",
        in_stock: true,
        sku: "TEE",
      },
    ]);
  });
});
