/** An answer of the shape and size of the availability query's. */
export const constantAnswer = {
  success: true,
  data: {
    available: true,
    reasons: [],
    zones: [{ zoneId: 'camp-1-zone-1', requested: 1, availableQuantity: 1_000_000 }],
  },
}
