import { noPages } from './paths.ts'
import { type BadRequest, describeBadRequests } from './requests.ts'
import { store } from './store-shop.ts'

const products = '/api/products'
const get = (path: string, code: BadRequest[2]): BadRequest => [path.slice(0, 80), { path }, code]

const noSorts = [
  ...['', '%20', 'id', 'name', 'id,', ',asc', 'asc', 'id,ascending', 'id,up', 'ID,asc', 'id,ASC', 'id,asc,', 'id;asc'],
  ...[
    'id%20asc',
    'id,asc%20',
    '%20id,asc',
    'id,asc,name,desc',
    'price,asc',
    'price,desc',
    'category,asc',
    '-id',
    '%2Bid',
  ],
  ...['id,asc%00', '__proto__,asc', 'constructor', 'product_id,asc', '1,asc', "id,asc'--", 'id,asc;drop%20table'],
].map(sort => `sort=${sort}`)
noSorts.push('sort=id,asc&sort=id,asc', 'sort=id,asc&sort=name,desc', 'sort[]=id,asc&sort=x', 'sort')

const noBounds = [
  ...[
    '',
    '%20',
    'free',
    '-1',
    '-0.01',
    '-0',
    '%2B1',
    '1.',
    '.5',
    '1,5',
    '1,000',
    '1e3',
    '1e400',
    '0x10',
    'NaN',
    'Infinity',
  ],
  ...[
    'null',
    'undefined',
    'true',
    '%201',
    '1%20',
    '1%00',
    '1%0a',
    '%EF%BC%95',
    '%D9%A5',
    '$5',
    '5%20TWD',
    '99999999999',
  ],
  ...['1.0000001', `${'9'.repeat(10_000)}`, '1&minPrice=1&maxPrice=1', "1'--", '%', '%ff'],
]
const prices = [
  ...noBounds.flatMap(bound => [`minPrice=${bound}`, `maxPrice=${bound}`]),
  ...['minPrice=2&maxPrice=1', 'minPrice=0.01&maxPrice=0', 'minPrice=10&maxPrice=9.99', 'minPrice=1&minPrice=1'],
  ...['minPrice=x&maxPrice=1', 'minPrice=9999999999&maxPrice=1'],
]

const twice = ['category=a&category=b', 'category=a&category=a', 'brand=a&brand=b', 'brand=&brand=']

const list = (queries: readonly string[]) => queries.map(query => get(`${products}?${query}`, 'VALIDATION_ERROR'))

const unknown = [
  ...['nothing', 'product-off', 'product-bare', 'product-item-off', 'variant-tent', 'Product-Tent', 'PRODUCT-TENT'],
  ...[
    'product-tent%20',
    '%20product-tent',
    'product-tent,product-stove',
    'product-tent.json',
    'product%',
    'product_tent',
  ],
  ...[
    'product-tent%00',
    'product%2dtent',
    'product-tent;v=1',
    'product-tent/',
    'product-tent/variants',
    '*',
    '%20',
    '0',
  ],
  ...['-1', '1e400', 'null', 'undefined', '{id}', '__proto__', 'constructor', "x'%20or%20'1'='1", '%ff', '%ED%A0%80'],
  ...['%E5%B1%B1', '..', '../booking/policy', '%2e%2e', './product-tent', '/product-tent', 'a'.repeat(10_000)],
].map(id => get(`${products}/${id}`, 'NOT_FOUND'))

const pictures = [
  ...['', 'none.svg', 'NONE.SVG', 'none', '.svg', '..', '../product-tent', '%2e%2e/product-tent', 'none.svg%00'],
  ...['none.svg/', 'a/none.svg', '%6eone.svg', '..%2fpackage.json', '__proto__', 'a'.repeat(10_000), 'none.svg;v=1'],
].map(name => get(`${products}/images/${name}`, 'NOT_FOUND'))

const elsewhere = [
  ...[`${products}/`, '/api/product', '/api/Products', '/api/products.json', '//api/products', '/API/products'],
  ...['/internal/products', '/api/products/internal/revision', '/products'],
].map(path => get(path, 'NOT_FOUND'))

const methods = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'].flatMap((method): BadRequest[] =>
  [products, `${products}/product-tent`].map(path => [
    `${method} ${path}`,
    { method, path, body: {} },
    'METHOD_NOT_ALLOWED',
  ]),
)

describeBadRequests('bad requests to the catalogue', store, {
  paging: list(noPages),
  sort: list(noSorts),
  prices: list(prices),
  'a filter twice': list(twice),
  'a product that nobody is shown': unknown,
  'a picture that there is not': pictures,
  'a path at which there is nothing': elsewhere,
  methods,
})
