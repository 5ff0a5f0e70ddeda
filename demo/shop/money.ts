/** Shows an amount. @param digits behind the decimal separator; those of the currency unless given */
export type Money = (amount: number, digits?: 0) => string;

/**
 * Shows amounts in a currency (ISO 4217), as plain numbers without one or with one that the browser does not take for one.
 * @param locale BCP 47
 */
export function moneyFormat(currency: string | null, locale: string): Money {
  const formatWith = (digits?: 0) => {
    const rounded = digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits };
    try {
      if (currency !== null) return new Intl.NumberFormat(locale, { style: "currency", currency, ...rounded });
    } catch {
      // No currency: a number says less and is still right.
    }
    return new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2, ...rounded });
  };
  const [exact, whole] = [formatWith(), formatWith(0)];
  return (amount, digits) => (digits === 0 ? whole : exact).format(amount);
}
