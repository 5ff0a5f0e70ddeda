/**
 * Returns the next weekend from Saturday 00:00 to Monday 00:00 in local time, as `datetime-local` input values. During
 * a weekend, returns the following weekend.
 */
export function nextWeekend(today: Date): { readonly from: string; readonly until: string } {
  const days = (6 - today.getDay() + 7) % 7 || 7;
  const at = (after: number) => {
    const day = new Date(today.getFullYear(), today.getMonth(), today.getDate() + after);
    const two = (number: number) => String(number).padStart(2, "0");
    return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}T00:00`;
  };
  return { from: at(days), until: at(days + 2) };
}
