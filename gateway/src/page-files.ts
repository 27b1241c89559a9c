/** The guides of docs/guides, in the order in which they are read. */
export const guides = [
  'tour',
  'getting-started',
  'booking',
  'store-checkout',
  'live',
  'payments',
  'booking-payment',
  'webhooks',
  'administration',
  'errors-and-retries',
  'idempotency',
  'paging',
  'limits',
] as const

/** The pages of docs/contract, in the order of its README. */
export const contractPages = [
  'conventions',
  'authentication',
  'resources',
  'states',
  'booking',
  'catalogue',
  'store-checkout',
  'coupons',
  'member',
  'admin',
  'live',
  'messages',
  'errors',
  'limits',
  'local-defaults',
  'revisions',
] as const

/** Path of the API reference. */
export const referencePath = '/docs'

/** Path of what the search of the pages searches. */
export const searchPath = '/docs/search.json'

/** The file in `gateway/pages` of {@link searchPath}. */
export const searchFile = 'search.json'

/** The page for unknown paths below `/docs`. */
export const unknownPageFile = 'unknown.html'

/** The file in `gateway/pages` of each path; tools/build-pages.ts writes them. */
export const pageFiles: Readonly<Record<string, string>> = {
  '/': 'home.html',
  [referencePath]: 'reference.html',
  '/docs/errors': 'errors.html',
  '/docs/messages': 'messages.html',
  '/docs/guides': 'guides.html',
  '/docs/contract': 'contract.html',
  ...Object.fromEntries(guides.map(name => [`/docs/guides/${name}`, `guides/${name}.html`])),
  ...Object.fromEntries(contractPages.map(name => [`/docs/contract/${name}`, `contract/${name}.html`])),
}
