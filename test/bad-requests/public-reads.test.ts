import { noDates } from './bodies.ts'
import { campgrounds } from './campground-shop.ts'
import { type BadRequest, describeBadRequests, type Request } from './requests.ts'

const camp = '/api/booking/campgrounds'
const read = (path: string, more: Partial<Request> = {}): Request => ({ path, ...more })

const unknownCampgrounds = [
  'camp-nowhere',
  'camp-gone',
  'Camp-Pine',
  'CAMP-PINE',
  'camp-pine%20',
  '%20camp-pine',
  'camp-pine.json',
  'camp-pine,camp-lake',
  "camp-pine'%20or%20'1'='1",
  "camp-pine';drop%20table%20booking.booking",
  'camp_pine',
  'camp%',
  'camp-pin*',
  '{id}',
  'undefined',
  'null',
  '0',
  '-1',
  '1e400',
  '__proto__',
  'constructor',
  'toString',
  '%E9%9B%B2%E6%B5%B7',
  '%F0%9F%8F%95',
  'a'.repeat(10_000),
]

/** Spellings in which a service behind the gateway could read something else than the gateway did. */
const unsafePaths = [
  `${camp}/camp-pine%00`,
  `${camp}/camp%2dpine`,
  `${camp}/camp-pine%2f..`,
  `${camp}/%2e%2e/policy`,
  `${camp}/../policy`,
  `${camp}/./camp-pine`,
  `${camp}/%ff`,
  `${camp}/%ED%A0%80`,
  `${camp}/%zz`,
  `${camp}/%u0041`,
  `${camp}/camp-pine;v=1`,
  `${camp}//camp-pine`,
  '//api/booking/policy',
  '/api/booking/..%5cinternal',
]

const unknownPaths = [
  '/',
  '/api',
  '/api/booking',
  '/api/booking/',
  '/api/booking/campground',
  `${camp}/`,
  `${camp}/camp-pine/`,
  `${camp}/camp-pine/zones`,
  '/api/booking/Policy',
  '/api/booking/policy/1',
  '/api/booking/__proto__',
  '/api/booking/health/ready',
  '/API/booking/policy',
  '/api/bookings/policy',
  '/api/camping/policy',
  '/internal/booking/bookings/x/confirm',
  '/api/booking/internal/bookings/x/confirm',
  '/health/ready',
]

const notFound = (path: string): BadRequest => [path.slice(0, 60), read(path), 'NOT_FOUND']

const equipment = '/api/booking/equipment'
const equipmentRows: BadRequest[] = [
  ['no campgroundId', read(equipment), 'VALIDATION_ERROR'],
  ['a question mark alone', read(`${equipment}?`), 'VALIDATION_ERROR'],
  ['an empty campgroundId', read(`${equipment}?campgroundId=`), 'VALIDATION_ERROR'],
  ['a campgroundId without a value', read(`${equipment}?campgroundId`), 'VALIDATION_ERROR'],
  ['the name in other letters', read(`${equipment}?campgroundid=camp-pine`), 'VALIDATION_ERROR'],
  ['the name of another field', read(`${equipment}?id=camp-pine`), 'VALIDATION_ERROR'],
  ['the name as a list', read(`${equipment}?campgroundId[]=camp-pine`), 'VALIDATION_ERROR'],
  ['the name as an object', read(`${equipment}?campgroundId[$ne]=x`), 'VALIDATION_ERROR'],
  ['the same campground twice', read(`${equipment}?campgroundId=camp-pine&campgroundId=camp-pine`), 'VALIDATION_ERROR'],
  ['two campgrounds', read(`${equipment}?campgroundId=camp-pine&campgroundId=camp-lake`), 'VALIDATION_ERROR'],
  ['a thousand campgrounds', read(`${equipment}?${'campgroundId=x&'.repeat(1_000)}`), 'VALIDATION_ERROR'],
  ['campgroundId in a header', read(equipment, { headers: { campgroundid: 'camp-pine' } }), 'VALIDATION_ERROR'],
  ['an unknown campground', read(`${equipment}?campgroundId=camp-nowhere`), 'NOT_FOUND'],
  ['an inactive campground', read(`${equipment}?campgroundId=camp-gone`), 'NOT_FOUND'],
  ['a campground with a blank', read(`${equipment}?campgroundId=camp-pine%20`), 'NOT_FOUND'],
  ['a campground with a NUL', read(`${equipment}?campgroundId=camp-pine%00`), 'VALIDATION_ERROR'],
  ['half a character', read(`${equipment}?campgroundId=%ED%A0%80`), 'VALIDATION_ERROR'],
  ['no UTF-8', read(`${equipment}?campgroundId=%ff%fe`), 'VALIDATION_ERROR'],
  ['a lone percent sign', read(`${equipment}?campgroundId=%`), 'NOT_FOUND'],
  ['SQL', read(`${equipment}?campgroundId='%20or%201=1--`), 'NOT_FOUND'],
  ['an id of 10,000 characters', read(`${equipment}?campgroundId=${'a'.repeat(10_000)}`), 'NOT_FOUND'],
  ['a number in other digits', read(`${equipment}?campgroundId=%EF%BC%91`), 'NOT_FOUND'],
]

const closures = '/api/booking/closures'
const closureRows: BadRequest[] = [
  ...noDates.flatMap((text): BadRequest[] => {
    const value = encodeURIComponent(text.replaceAll('\ud800', '')) || '%ED%A0%80'
    return [[`from=${value.slice(0, 60)}`, read(`${closures}?from=${value}`), 'VALIDATION_ERROR']]
  }),
  ['an empty from', read(`${closures}?from=`), 'VALIDATION_ERROR'],
  ['an empty to', read(`${closures}?to=`), 'VALIDATION_ERROR'],
  ['a to that is no date', read(`${closures}?from=2027-01-01&to=2027-02-30`), 'VALIDATION_ERROR'],
  ['to before from', read(`${closures}?from=2027-01-02&to=2027-01-01`), 'VALIDATION_ERROR'],
  ['from twice', read(`${closures}?from=2027-01-01&from=2027-01-01`), 'VALIDATION_ERROR'],
  ['to twice', read(`${closures}?to=2027-01-01&to=2027-01-02`), 'VALIDATION_ERROR'],
  ['two campgrounds', read(`${closures}?campgroundId=camp-pine&campgroundId=camp-lake`), 'VALIDATION_ERROR'],
  ['a range in one field', read(`${closures}?from=2027-01-01,2027-02-01`), 'VALIDATION_ERROR'],
]

const methodRows: BadRequest[] = [
  ['POST to the list', read(camp, { method: 'POST', body: {} }), 'METHOD_NOT_ALLOWED'],
  ['PUT to a campground', read(`${camp}/camp-pine`, { method: 'PUT', body: {} }), 'METHOD_NOT_ALLOWED'],
  ['DELETE of a campground', read(`${camp}/camp-pine`, { method: 'DELETE' }), 'METHOD_NOT_ALLOWED'],
  ['PATCH of the policy', read('/api/booking/policy', { method: 'PATCH', body: {} }), 'METHOD_NOT_ALLOWED'],
  ['POST of a closure', read(closures, { method: 'POST', body: {} }), 'METHOD_NOT_ALLOWED'],
  ['OPTIONS that is no preflight', read('/api/booking/policy', { method: 'OPTIONS' }), 'METHOD_NOT_ALLOWED'],
  ['TRACE', read('/api/booking/policy', { method: 'TRACE' }), 'METHOD_NOT_ALLOWED'],
  ['PROPFIND', read(camp, { method: 'PROPFIND' }), 'METHOD_NOT_ALLOWED'],
  [
    'a method override',
    read(camp, { method: 'POST', headers: { 'x-http-method-override': 'GET' } }),
    'METHOD_NOT_ALLOWED',
  ],
]

const headRows: BadRequest[] = [
  ['no Host', read(camp, { headers: { host: [] } }), 'VALIDATION_ERROR'],
  ['two Hosts', read(camp, { headers: { host: ['shop.test', 'internal'] } }), 'VALIDATION_ERROR'],
  ['a Host with a path', read(camp, { headers: { host: 'shop.test/internal' } }), 'VALIDATION_ERROR'],
  [
    'an upgrade to a WebSocket',
    read(camp, { headers: { connection: 'upgrade', upgrade: 'websocket' } }),
    'VALIDATION_ERROR',
  ],
  ['a body of 100,001 bytes on a GET', read(camp, { body: ' '.repeat(100_001) }), 'PAYLOAD_TOO_LARGE'],
]

describeBadRequests('bad requests to the public reads', campgrounds, {
  'a campground that nobody is shown': unknownCampgrounds.map(id => notFound(`${camp}/${id}`)),
  'an unsafe spelling of a path': unsafePaths.map(notFound),
  'a path at which there is nothing': unknownPaths.map(notFound),
  equipment: equipmentRows,
  closures: closureRows,
  methods: methodRows,
  'the head of a request': headRows,
})
