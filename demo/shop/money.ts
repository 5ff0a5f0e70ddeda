/**
 * Formats an amount.
 * @param digits number of decimal places; defaults to the usual number for the currency
 */
export type Money = (amount: number, digits?: 0) => string;

/**
 * Creates a formatter for a currency (ISO 4217). Without a valid currency, amounts are plain numbers.
 * @param locale BCP 47 language tag
 */
export function moneyFormat(currency: string | null, locale: string): Money {
  const formatWith = (digits?: 0) => {
    const rounded = digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits };
    try {
      if (currency !== null) return new Intl.NumberFormat(locale, { style: "currency", currency, ...rounded });
    } catch {
      // Invalid currency codes fall back to plain numbers.
    }
    return new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2, ...rounded });
  };
  const [exact, whole] = [formatWith(), formatWith(0)];
  return (amount, digits) => (digits === 0 ? whole : exact).format(amount);
}
