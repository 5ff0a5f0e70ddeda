import { open } from "node:fs/promises";
import { seeded } from "../../demo/random.js";

const COLORS = ["Black", "White", "Navy", "Olive", "Sand", "Rust"];
const SIZES = ["XS", "S", "M", "L", "XL"];
const KINDS = [
  ["Shirt", "Shirts", "Apparel & Accessories > Clothing > Shirts & Tops"],
  ["Trousers", "Trousers", "Apparel & Accessories > Clothing > Pants"],
  ["Sneaker", "Shoes", "Apparel & Accessories > Shoes"],
  ["Tote", "Bags", "Apparel & Accessories > Handbags, Wallets & Cases > Handbags"],
] as const;
const WORDS =
  "soft washed cotton linen wool cut in a relaxed shape with buttons of horn and seams that lie flat made to be worn all year".split(
    " ",
  );

const HEADER =
  "Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option1 Linked To," +
  "Option2 Name,Option2 Value,Option2 Linked To,Option3 Name,Option3 Value,Option3 Linked To,Variant SKU,Variant Grams," +
  "Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Fulfillment Service,Variant Price," +
  "Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Variant Barcode,Image Src,Image Position,Image Alt Text," +
  "Gift Card,SEO Title,SEO Description,Variant Image,Variant Weight Unit,Variant Tax Code,Cost per item,Status";

/** Writes a synthetic Shopify product export: several colors and sizes, three images and an HTML description per product. */
export async function writeShopifyExport(path: string, variants: number): Promise<void> {
  const file = await open(path, "w");
  try {
    await file.write(`${HEADER}\n`);
    let left = variants;
    for (let number = 1; left > 0; number += 1) {
      const rows = productRows(number, left);
      left -= rows.length;
      await file.write(`${rows.join("\n")}\n`);
    }
  } finally {
    await file.close();
  }
}

function productRows(number: number, most: number): string[] {
  const random = seeded(`export ${number}`);
  const [noun, type, category] = random.pick(KINDS);
  const sentence = () => `${Array.from({ length: 14 }, () => random.pick(WORDS)).join(" ")}.`;
  const handle = `${noun.toLowerCase()}-${number}`;
  const price = random.integer(19, 299);
  const html = `<p>${sentence()}</p><ul><li>${sentence()}</li><li>${sentence()}</li></ul><p>Care &amp; cleaning: ""${sentence()}""</p>`;
  const product = [
    ...[`${random.pick(WORDS)} ${random.pick(WORDS)} ${noun} ${number}`, `"${html}"`, `Maker ${number % 60}`],
    ...[`"${category}"`, type, `"new, ${random.pick(WORDS)}, ${random.pick(WORDS)}"`, "true"],
  ];
  const colors = random.draw(
    COLORS.map((color) => [color, 1] as const),
    random.integer(1, 3),
  );
  const options = colors.flatMap((color) => SIZES.map((size) => [color, size] as const)).slice(0, most);
  return options.map(([color, size], at) => {
    const image =
      at < 3 ? [`https://cdn.example.com/${handle}-${at + 1}.jpg?v=1700000000`, String(at + 1), ""] : ["", "", ""];
    return [
      ...[handle, ...(at === 0 ? product : ["", "", "", "", "", "", ""])],
      ...[at === 0 ? "Color" : "", color, "", at === 0 ? "Size" : "", size, "", "", "", ""],
      ...[`${handle}-${color}-${size}`.toUpperCase(), "400", "shopify", String(random.integer(0, 9)), "deny", "manual"],
      ...[`${price}.00`, random.chance(0.2) ? `${price + 20}.00` : "", "true", "true", `40${number}${at}`, ...image],
      ...[
        "false",
        "",
        "",
        `https://cdn.example.com/${handle}-${color.toLowerCase()}.jpg`,
        "kg",
        "",
        "",
        at === 0 ? "active" : "",
      ],
    ].join(",");
  });
}
