/** Attribute names of a shop, keyed by the kind of widget that uses the attribute. */
export interface ShopAttributes {
  readonly or: string;
  readonly and: string;
  readonly menu: string;
  readonly menuSelect: string;
  readonly levels: string;
  readonly number: string;
  readonly rating: string;
  readonly toggle: string;
  readonly filters: string;
}

export const DEMO_ATTRIBUTES: ShopAttributes = {
  or: "designer",
  and: "sizes",
  menu: "color",
  menuSelect: "department",
  levels: "categories",
  number: "price",
  rating: "rating",
  toggle: "on_sale",
  filters: "on_sale:true",
};
