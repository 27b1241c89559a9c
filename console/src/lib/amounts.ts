const centsOf = (amount: string): number => Math.round(Number(amount) * 100)

/** An amount rounded half up to whole TWD, which a courier collects (docs/contract/admin.md#picking-list). */
export const wholeTwd = (amount: string): string => Math.round(Number(amount)).toFixed(2)

/** The sum of amounts with two digits after the point, made of whole cents. */
export const sumOf = (amounts: readonly string[]): string =>
  (amounts.reduce((sum, amount) => sum + centsOf(amount), 0) / 100).toFixed(2)
