/** Printable characters that need no escaping in an attribute of HTML or in CSS; not quotes, spaces or control characters. */
const plain = /^[^\s\p{C}"'`<>\\^{|}]+$/u

/** Whether any page can embed an image's address: a path of the store, or an http(s) URL that ends no attribute. */
export function isImageAddress(address: string): boolean {
  if (!plain.test(address)) return false
  if (address.startsWith('/')) return !address.startsWith('//')
  return /^https?:\/\//i.test(address) && URL.canParse(address)
}

/** Widths in pixels in which an uploaded image is served, as well as its own (docs/contract/catalogue.md#images). */
export const imageWidths = [160, 320, 640, 1280] as const
