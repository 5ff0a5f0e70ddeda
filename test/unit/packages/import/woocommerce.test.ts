import { expect } from "chai";
import { imported, leftOut } from "./import-of.js";

const HEADER =
  "ID,Type,SKU,Name,Published,Visibility in catalog,Short description,Description,Date sale price starts,Date sale price ends,In stock?,Sale price,Regular price,Categories,Tags,Images,Parent,Brands,Attribute 1 name,Attribute 1 value(s),Attribute 1 visible,Attribute 2 name,Attribute 2 value(s)";

describe("the WooCommerce importer", () => {
  it("the WooCommerce importer copies product data to variations that are linked by SKU or id, in any row order", async () => {
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
        variant_identifier: "TEE-L",
        sizes: ["L"],
        price: 20,
        on_sale: false,
        in_stock: false,
        sku: "TEE-L",
        images: ["https://a/1.jpg", "https://a/2.jpg"],
      },
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
    ]);
    expect(leftOut(result)).to.deep.equal({
      "a grouped product only lists other products": ["line 7"],
      "the row's variable product is not in the file": ["line 8"],
    });
    expect([...result.report.notSold.keys()]).to.deep.equal(["private"]);
  });

  it("the WooCommerce importer imports a variable product as one item if the export lacks its variations", async () => {
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

  it("the WooCommerce importer recognizes an export in any language by its column order, product types and units", async () => {
    const header =
      "ID,Typ,Artikelnummer,Name,Veröffentlicht,Ist hervorgehoben?,Sichtbarkeit im Katalog,Kurzbeschreibung,Beschreibung," +
      "Datum an dem Angebotspreis beginnt,Datum an dem Angebotspreis endet,Steuerstatus,Steuerklasse,Vorrätig?,Lager,Geringe Lagermenge," +
      "Lieferrückstände erlaubt?,Nur einzeln verkaufen?,Gewicht (kg),Länge (cm),Breite (cm),Höhe (cm),Kundenrezensionen erlauben?," +
      "Hinweis zum Kauf,Angebotspreis,Regulärer Preis,Kategorien,Schlagwörter,Versandklasse,Bilder,Downloadlimit,Ablauftage des Downloads," +
      "Übergeordnetes Produkt,Gruppierte Produkte,Zusatzverkäufe,Cross-Sells,Externe URL,Button-Text,Position," +
      "Attribut 1 Name,Attribut 1 Wert(e),Attribut 1 sichtbar,Attribut 1 global,Meta: _farbe_1";
    const rows = [
      '7,variable,KL,Kleid,1,0,visible,Kurz,<p>Lang</p>,,,taxable,,1,,,0,0,,,,,1,,,,"Damen > Kleider",neu,,https://a/1.jpg,,,,,,,,,0,Größe,"36, 38",1,1,x',
      ',variation,KL-36,Kleid - 36,1,0,visible,,,,,taxable,,1,3,,0,0,,,,,0,,"19,90","29,90",,,,,,,KL,,,,,,1,Größe,36,,1,',
      ',variation,KL-38,Kleid - 38,1,0,visible,,,,,taxable,,0,0,,0,0,,,,,0,,,"29,90",,,,,,,KL,,,,,,2,Größe,38,,1,',
    ];
    const names = header.split(",");
    // The same table with column names in a language for which the importer has no translations.
    const foreign = names.map((name, at) => (/\(|\d/.test(name) ? name.replaceAll(/\p{L}{4,}/gu, "ข้อ") : `คำ ${at}`)).join(","); // prettier-ignore
    for (const one of [header, foreign]) {
      const { data, format, report } = await imported([one, ...rows].join("\n"));
      const shared = {
        product_identifier: "KL",
        title: "Kleid",
        description: "Lang",
        short_description: "Kurz",
        categories: ["Damen: Kleider"],
        tags: ["neu"],
        images: ["https://a/1.jpg"],
      };
      expect(format).to.equal("woocommerce");
      expect(data).to.deep.equal([
        { ...shared, variant_identifier: "KL-36", sku: "KL-36", sizes: ["36"], price: 19.9, original_price: 29.9, on_sale: true, in_stock: true },
        { ...shared, variant_identifier: "KL-38", sku: "KL-38", sizes: ["38"], price: 29.9, on_sale: false, in_stock: false },
      ]); // prettier-ignore
      expect([...report.leftOut.values()]).to.deep.equal([]);
    }
  });

  it("the WooCommerce importer recognizes an export by its column names if only some columns were exported", async () => {
    const { data, format } = await imported(
      [
        "Type,UGS,Nom,Tarif promo,Tarif régulier,Catégories,Images,Parent,Nom de l’attribut 1,Valeur(s) de l’attribut 1",
        'variable,A,Robe,,,Femme > Robes,https://a/1.jpg,,taille,"36, 38"',
        "variation,A-36,Robe - 36,10,12,,,A,taille,36",
        "simple,B,Sac,,30,Sacs,https://a/2.jpg,,,",
      ].join("\n"),
    );
    expect(format).to.equal("woocommerce");
    expect(data.map(({ variant_identifier: id, price, categories }) => [id, price, categories])).to.deep.equal([
      ["A-36", 10, ["Femme: Robes"]],
      ["B", 30, ["Sacs"]],
    ]);
    expect(data[0]?.["sizes"]).to.deep.equal(["36"]);
  });
});
