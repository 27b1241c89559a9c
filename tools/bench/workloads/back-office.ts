import { adminRoutes } from '@campstore/contract/admin/routes'
import { CliError } from '@campstore/local-servers/cli-error'

type Routes = typeof adminRoutes
/** Name of a GET of the administration. */
type ReadName = { [Name in keyof Routes]: Routes[Name]['method'] extends 'GET' ? Name : never }[keyof Routes]

/**
 * Requests of each read by what they show: the part of the path that the declaration leaves open, or the query. `{name}` is one of
 * {@link sampleIds}, or a day: `{-30}` is thirty days ago. A read without requests does not compile, and stops the benchmark.
 */
const samples: Record<ReadName, Readonly<Record<string, string>>> = {
  getOwnAccount: { '': '' },
  listUsers: { all: '', q: 'q=staff-1' },
  getUser: { one: '/staff-1' },
  readPermissions: { all: '' },
  listAuditEntries: {
    all: '',
    'a target': 'targetId={booking}',
    'an administrator, a week': 'adminId=staff-3&from={-7}',
    'an action, a month': 'action=shipOrder&from={-60}&to={-30}',
    refused: 'outcome=refused',
  },
  getAuditEntry: { one: '/{entry}' },
  listCustomers: {
    all: '',
    'q, phone': 'q={phone}',
    'q, part of a phone': 'q={partOfPhone}',
    'q, e-mail': 'q={email}',
    'q, name': 'q={name}',
    'status, a hundred': 'status=suspended&size=100',
  },
  getCustomer: { one: '/{customer}' },
  listAdminOrders: {
    all: '',
    'a hundred': 'size=100',
    'paid, a day': 'paidFrom={-30}&paidTo={-30}',
    'paid, a month': 'paidFrom={-60}&paidTo={-31}',
    customerId: 'customerId={customer}',
    couponId: 'couponId={coupon}',
    variantId: 'variantId={variant}',
    readyToShip: 'readyToShip=true',
    'ready to ship, not': 'readyToShip=false',
    'q, phone': 'q={phone}',
    'q, an id': 'q={order}',
    'cash on delivery, unshipped': 'paymentMethod=cod&status=unshipped',
  },
  getAdminOrder: { one: '/{order}' },
  listPickingList: {
    all: '',
    'a hundred': 'size=100',
    'a location': 'locationId=store-main',
    'with all pieces': 'shippable=true',
    'short of pieces': 'shippable=false',
  },
  listAdminBookings: {
    all: '',
    'a hundred': 'size=100',
    'paid, a day': 'paidFrom={-30}&paidTo={-30}',
    'paid, a month': 'paidFrom={-60}&paidTo={-31}',
    'check-out, a day': 'checkOutFrom={+3}&checkOutTo={+3}',
    'check-in, a day, a campground': 'checkInFrom={+1}&checkInTo={+1}&campgroundId=camp-3',
    customerId: 'customerId={customer}',
    'to confirm': 'status=pending&paymentStatus=paid',
    'q, phone': 'q={phone}',
    'q, an id': 'q={booking}',
  },
  getAdminBooking: { one: '/{booking}' },
  listStays: {
    arriving: 'kind=arriving',
    'departing, a hundred': 'kind=departing&size=100',
    staying: 'kind=staying',
    'staying, a campground': 'kind=staying&campgroundId=camp-3',
    overdue: 'kind=overdue',
    'arriving, on hold too': 'kind=arriving&paymentStatus=paid&paymentStatus=unpaid',
    'arriving a year ago': 'kind=arriving&day={-365}',
  },
  listRentals: { today: '', '14 days': 'days=14', 'a campground': 'days=14&campgroundId=camp-3' },
  listOccupancy: {
    '31 nights': '',
    '92 nights': 'days=92',
    '92 nights of the past': 'days=92&from={-200}',
    '92 nights, a campground': 'days=92&campgroundId=camp-3',
  },
  reportOccupancy: { 'a month': 'from={-60}&to={-30}', '92 nights': 'from={-200}&to={-109}' },
  listAdminPayments: {
    all: '',
    'a hundred': 'size=100',
    'q, a trade number': 'q={tradeNo}',
    'q, a target': 'q={order}',
    'q, what many have': 'q=event',
    'q, three letters': 'q=abc',
    'q, nothing': 'q=zzyzx',
    'paid, a day': 'paidFrom={-30}&paidTo={-30}',
    'paid, a month': 'paidFrom={-60}&paidTo={-31}',
    'paid since': 'paidFrom={-400}',
    'a day, of bookings': 'receivedFrom={-30}&receivedTo={-30}&targetKind=booking',
    unapplied: 'outcome=unapplied',
    'failed, a month': 'outcome=failed&paidFrom={-60}&paidTo={-31}',
    targetId: 'targetId={booking}',
  },
  listRefunds: {
    due: '',
    done: 'status=done',
    customerId: 'status=done&customerId={customer}',
    q: 'status=done&q={reference}',
    'a month': 'status=done&createdFrom={-60}&createdTo={-31}',
  },
  getRefund: { one: '/{refund}' },
  reportTakings: { 'a month': 'from={-60}&to={-30}', '92 days': 'from={-91}&to={0}' },
  listAdminProducts: { all: '', 'a hundred': 'size=100', q: 'q=companion 12' },
  getAdminProduct: { one: '/{product}' },
  listMovements: {
    all: '',
    'a hundred': 'size=100',
    'q, what one has': 'q={reason}',
    'q, what many have': 'q=delivery',
    'q, three letters': 'q=abc',
    'q and a day': 'q=delivery&createdFrom={-30}&createdTo={-30}',
    'a variant': 'variantId={variant}',
    'a location, a day': 'locationId=store-main&createdFrom={-30}&createdTo={-30}',
    'an administrator': 'createdBy=staff-3',
  },
  listStock: {
    all: '',
    'a hundred': 'size=100',
    q: 'q=companion 12',
    'q, two letters': 'q=ab',
    'q, nothing': 'q=zzyzx',
    below: 'below=5',
    'below, at a location': 'below=5&locationId=store-main',
    'below and q': 'below=50&q=moss',
    'sort available': 'sort=available,asc',
    'rented out': 'kind=rental',
    'a variant': 'variantId={variant}',
  },
  listLocations: { all: '' },
  listAdminCoupons: { all: '', q: 'q=code1' },
  getCoupon: { one: '/{coupon}' },
  getCouponClaim: { one: '/{coupon}/claims/{claim}' },
  listCouponClaims: {
    all: '',
    couponId: 'couponId={coupon}',
    'a coupon, used': 'couponId={coupon}&status=used',
    customerId: 'customerId={customer}',
    used: 'status=used',
    applied: 'status=applied',
  },
  reportCoupons: { 'a month': 'from={-60}&to={-30}', '92 days': 'from={-200}&to={-109}' },
  listAdminClosures: { all: '', 'a campground': 'campgroundId=camp-3' },
  listAffectedBookings: {
    'a week': 'campgroundId=camp-3&closureType=date_range&startDate={+10}&endDate={+16}',
    weekly: 'campgroundId=camp-3&closureType=weekly&weekday=2',
  },
  getClosure: { one: '/{closure}' },
  listBookingsOfClosure: { one: '/{closure}/bookings' },
  listAdminCampgrounds: { all: '' },
  getAdminCampground: { one: '/camp-3' },
  getZone: { one: '/camp-3-zone-1' },
  listRentalListings: { all: '', 'a campground': 'campgroundId=camp-3' },
  getRentalListing: { one: '/listing-3-1' },
  listHolidays: { all: '' },
  getHoliday: { one: '/{holiday}' },
  getBookingPolicy: { one: '' },
  getShippingPolicy: { one: '' },
  listWebhooks: { all: '' },
  getWebhook: { one: '/webhook-1' },
  listWebhookDeliveries: { all: '', 'a webhook': 'webhookId=webhook-1', failed: 'status=failed' },
  getWebhookDelivery: { one: '/{delivery}' },
}

/** SQL of one id or text of each name, of the newest rows or of some. */
export const sampleIds: Readonly<Record<string, string>> = {
  entry: 'select id from admin.audit_entry order by at desc limit 1',
  customer: 'select customer_id from checkout.refund order by created_at limit 1',
  phone: 'select phone from member.customer where phone is not null order by registered_at desc limit 1',
  partOfPhone:
    'select substr(phone, 3) from member.customer where phone is not null order by registered_at desc limit 1',
  email: 'select email from member.customer order by registered_at desc limit 1',
  name: `select name from member.customer where name like '陳%' order by registered_at desc limit 1`,
  order: 'select id from checkout.store_order order by placed_at desc offset 1000 limit 1',
  booking: 'select id from booking.booking order by created_at desc offset 1000 limit 1',
  coupon: `select coupon_id from checkout.coupon_claim where status = 'used' order by id desc limit 1`,
  claim: `select id::text as claim from checkout.coupon_claim where status = 'used' order by id desc limit 1`,
  variant: 'select variant_id from checkout.order_item limit 1',
  product: 'select product_id from checkout.order_item limit 1',
  tradeNo: 'select provider_trade_no from checkout.payment_notification order by received_at desc offset 1000 limit 1',
  refund: 'select id from checkout.refund order by created_at limit 1',
  reference: `select reference from checkout.refund where status = 'done' order by created_at limit 1`,
  reason: 'select reason from inventory.movement where not shipment limit 1',
  closure: `select id from booking.closure where closure_type = 'date_range' and start_date > current_date order by id limit 1`,
  delivery: 'select id from admin.webhook_delivery order by created_at desc limit 1',
  holiday: 'select date::text from booking.holiday order by date limit 1',
}

/** A read as it is sent. */
export type BackOfficeRead = { route: string; what: string; path: string }

const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/**
 * The requests of every read of the administration that is declared.
 *
 * @param ids values of {@link sampleIds}
 * @throws {CliError} for a read that has no requests
 */
export function backOfficeReads(ids: Readonly<Record<string, string>>): BackOfficeRead[] {
  const wordOf = (name: string): string => {
    const value = /^[+-]?\d+$/.test(name) ? dayIn(Number(name)) : ids[name]
    if (value === undefined) throw new CliError(`A request of the benchmark has an unknown value: ${name}`)
    return value
  }
  const reads = Object.values(adminRoutes).filter(({ method }) => method === 'GET')
  return reads.flatMap(({ name, path }) => {
    const own: Readonly<Record<string, string>> | undefined = samples[name as ReadName]
    if (own === undefined) throw new CliError(`tools/bench/workloads/back-office.ts has no request of ${name}`)
    return Object.entries(own).map(([what, template]) => {
      const open = template.replaceAll(/\{([^}]+)\}/g, (_, value: string) => wordOf(value))
      const base = path.replace(/\/\{.*$/, '')
      return { route: name, what, path: open.startsWith('/') || open === '' ? `${base}${open}` : `${base}?${open}` }
    })
  })
}
