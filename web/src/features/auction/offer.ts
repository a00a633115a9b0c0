/** The smallest amount, in centavos, that would lead: the price, or one centavo above the best standing bid. */
export function leadingOffer(price: number, leading: number | null): number {
  return leading === null ? price : Math.max(price, leading + 1)
}
