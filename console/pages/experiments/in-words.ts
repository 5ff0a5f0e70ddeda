const SHARE = new Intl.NumberFormat("en", { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });
const LIFT = new Intl.NumberFormat("en", {
  style: "percent",
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: "exceptZero",
});
const WHOLE_SHARE = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });
const NUMBER = new Intl.NumberFormat("en");
const MONEY = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const DAY = new Intl.DateTimeFormat("en", { dateStyle: "medium" });

export const share = (value: number) => SHARE.format(value);
export const plannedShare = (value: number) => WHOLE_SHARE.format(value);
export const lift = (value: number) => LIFT.format(value);
export const number = (value: number) => NUMBER.format(value);
export const money = (value: number) => MONEY.format(value);
/** @param moment ISO 8601 */
export const day = (moment: string) => DAY.format(new Date(moment));
export const chance = (p: number) => (p < 0.001 ? "below 0.001" : p.toFixed(3));
