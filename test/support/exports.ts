import { seeded } from "../../demo/random.js";

const MADE = ["Sweater", "Boots", "Scarf", "Lamp", "Kettle"] as const;
const MAKERS = ["Fernwick", "Marsh & Co", "Größer"] as const;
const PER_SHOP = 14;

interface Made {
  readonly id: string;
  readonly title: string;
  readonly brand: string;
  readonly category: string;
  readonly color: string;
  readonly price: string;
  readonly was: string;
  readonly image: string;
}

/**
 * Returns ten product export files with their file names, in all supported formats. The files range from complete feeds
 * to files that contain only product ids and names.
 */
export function exportsOfShops(): readonly (readonly [name: string, text: string])[] {
  const random = seeded("exports of shops");
  const shop = (): Made[] =>
    Array.from({ length: PER_SHOP }, (_, at) => {
      const thing = random.pick(MADE);
      const price = random.integer(5, 300);
      return {
        id: `P-${at + 1}`,
        title: `${at === 0 ? "Harbour" : random.pick(["Harbour", "Brook", "Ember"])} ${thing} ${at}`,
        brand: random.pick(MAKERS),
        category: `Women > ${random.pick(["Knitwear", "Shoes"])}`,
        color: random.pick(["Oat", "Moss"]),
        price: `${price}.00`,
        was: `${price + 10}.00`,
        image: `https://shop.example/${at}.jpg`,
      };
    });
  const table = (separator: string, columns: Readonly<Record<string, (one: Made) => string>>) =>
    [Object.keys(columns), ...shop().map((one) => Object.values(columns).map((value) => value(one)))]
      .map((row) => row.map((cell) => (cell.includes(separator) ? `"${cell}"` : cell)).join(separator))
      .join("\n") + "\n";
  const shopify = (more: Readonly<Record<string, (one: Made) => string>>) =>
    table(",", {
      Handle: ({ id }: Made) => id.toLowerCase(),
      Title: ({ title }: Made) => title,
      Vendor: ({ brand }: Made) => brand,
      Published: () => "true",
      "Variant Price": ({ price }: Made) => price,
      Status: () => "active",
      ...more,
    });
  const { id, title, price } = {
    id: (one: Made) => one.id,
    title: (one: Made) => one.title,
    price: (one: Made) => one.price,
  };
  const merchant = {
    id,
    title,
    price: (one: Made) => `${one.price} EUR`,
    link: () => "https://shop.example/p",
    availability: () => "in_stock",
  };
  return [
    [
      "shopify.csv",
      shopify({
        "Variant Compare At Price": ({ was }) => was,
        Type: ({ category }) => category,
        "Option1 Name": () => "Color",
        "Option1 Value": ({ color }) => color,
        "Image Src": ({ image }) => image,
      }),
    ],
    ["shopify-bare.csv", shopify({})],
    [
      "shopify.json",
      JSON.stringify({
        products: shop().map((one, at) => ({
          id: at + 1,
          handle: one.id,
          title: one.title,
          vendor: one.brand,
          product_type: one.category,
          tags: [],
          variants: [{ id: at + 100, title: "Default Title", price: one.price, available: true }],
          images: [{ src: one.image }],
          options: [],
        })),
      }),
    ],
    [
      "woo.csv",
      table(",", {
        ID: ({ id: own }) => own.slice(2),
        Type: () => "simple",
        SKU: id,
        Name: title,
        Published: () => "1",
        "Visibility in catalog": () => "visible",
        "In stock?": () => "1",
        "Regular price": price,
        Categories: ({ category }) => category,
        Images: ({ image }) => image,
      }),
    ],
    [
      "merchant.tsv",
      table("\t", {
        ...merchant,
        brand: ({ brand }) => brand,
        "image link": ({ image }) => image,
        color: ({ color }) => color,
        "product type": ({ category }) => category,
      }),
    ],
    ["merchant-bare.tsv", table("\t", merchant)],
    [
      "all.csv",
      table(";", {
        id,
        name: title,
        brand: ({ brand }) => brand,
        category: ({ category }) => category,
        price,
        colour: ({ color }) => color,
        image: ({ image }) => image,
      }),
    ],
    ["names.csv", table(";", { id, name: title })],
    ["prices.csv", table(";", { sku: id, title, price })],
    ["names.json", JSON.stringify(shop().map((one) => ({ id: one.id, name: one.title, brand: { name: one.brand } })))],
  ];
}
