import { allPermissions, roleDefaults } from '@campstore/contract/admin/permissions'
import { createAccounts } from '@campstore/local-servers/identity'
import { inDays } from '@campstore/testing/campground'
import { testServers } from '@campstore/testing/servers'
import { describe, expect, test } from 'vitest'
import { readOperations } from '../bad-requests/operations.ts'
import { poorContrasts, violations } from './browser-page.ts'
import { actions } from './console-actions.ts'
import * as day from './console-day.ts'
import { chinese, english } from './console-sources.ts'
import { chooseLanguage, findOverflows, lengthenWords, look, pages, type Seen, tour } from './console-tour.ts'
import { type StaffBrowser, useConsole } from './staff-browser.ts'

// The console in a browser, on the demonstration data: who sees which pages and actions, whether they meet WCAG 2.2 AA in both
// colours, fit the screen with long words and are translated, and a day's work.

/** The roles, and somebody who may see everything and change nothing. */
const permissionsOf = { ...roleDefaults, viewer: allPermissions.filter(code => code.endsWith('.view')) }
type Person = keyof typeof permissionsOf
const people = Object.keys(permissionsOf) as Person[]
const may = (person: Person, permissions: readonly string[]): boolean =>
  permissions.every(permission => permissionsOf[person].some(code => code === permission))
const isOpenTo = ({ permissions, takesAny }: (typeof pages)[number], person: Person): boolean =>
  takesAny ? permissions.some(permission => may(person, [permission])) : may(person, permissions)

const { admin, enter } = useConsole(async admin => {
  const viewer = { uid: 'demo-viewer', email: 'viewer@campstore.test', displayName: 'Demo Viewer' }
  await createAccounts(testServers().identityHost, [viewer])
  const account = await admin.post('/api/admin/users', { name: 'Lin Mei', email: viewer.email, role: 'warehouse' })
  const { id } = account.data as { id: string }
  const overrides = Object.fromEntries(
    permissionsOf.viewer.map(code => [code.split('.')[0], { view: true, edit: false }]),
  )
  await admin.send('PUT', `/api/admin/users/${id}/permissions`, { body: { overrides } })
  const webhook = { url: 'https://crm.invalid/hook', eventTypes: ['payment.unapplied'] }
  const created = await admin.post('/api/admin/webhooks', webhook)
  await admin.post(`/api/admin/webhooks/${(created.data as { id: string }).id}/test`)
})

/** What each person has seen, by place. */
const seenBy = new Map<Person, Map<string, Seen>>()
const seenOf = (person: Person): Map<string, Seen> => seenBy.get(person) ?? new Map()

describe.each(people)('%s', person => {
  test('sees the pages that the permissions open, and is told at the others', async () => {
    const staff = await enter(person)
    if (person === 'admin') await staff.page.addInitScript(lengthenWords) // so this page is closed at the end
    const seen = new Map<string, Seen>()
    const open = pages.filter(page => isOpenTo(page, person))
    const found: string[] = []
    for await (const place of tour(staff, open)) {
      const here = await look(staff)
      seen.set(place, here)
      found.push(...(here.text.match(rawKey) ?? []).map(key => `${place}: ${key}`))
      if (person === 'admin') found.push(...(await inspect(staff, place)))
    }
    expect(await staff.page.getByRole('navigation').getByRole('link').allInnerTexts()).toEqual(
      open.map(({ title }) => title),
    )
    seenBy.set(person, seen)
    if (person === 'admin') {
      found.push(...(await findTooHigh(staff)))
      await chooseLanguage(staff, '繁體中文')
      found.push(...(await findTooHigh(staff)))
      await visitInChinese(staff)
      await chooseLanguage(staff, 'English')
    }
    expect(found).toEqual([])
    // A list and its records have one guard: the address of a record stands for both.
    for (const { path, title, hasRecords } of pages.filter(page => !isOpenTo(page, person))) {
      await staff.open(hasRecords ? `${path}/1` : path)
      expect(await look(staff)).toMatchObject({ heading: title, controls: [], links: [] })
      await staff.page.getByText(english.states.notPermitted).waitFor()
    }
    expect(staff.problems).toEqual([])
    if (person === 'admin') await staff.page.close()
  })

  test('is led only to pages that are open', () => {
    const closed = pages.filter(page => !isOpenTo(page, person)).map(({ path }) => path)
    const links = [...seenOf(person)].flatMap(([place, { links }]) => links.map(link => `${place} -> ${link}`))
    expect(links.length).toBeGreaterThan(0)
    expect(links.filter(link => closed.includes(link.split('/')[1] ?? ''))).toEqual([])
  })

  test('finds exactly the actions that the permissions allow', () => {
    const allowed = (operation: string) => may(person, permissionsFor(operation))
    for (const [place, { controls }] of seenOf(person)) {
      const all = actionsIn(place, seenOf('admin').get(place)?.controls ?? [])
      expect(actionsIn(place, controls), place).toEqual(all.filter(allowed))
    }
  })
})

test('whatever only those who may change something see is one of the actions', () => {
  // Rows of the audit log are buttons too, and there are more of them each time.
  const places = [...seenOf('admin')].filter(([place]) => place !== 'Team: Audit log')
  const others = places.flatMap(([place, { controls }]) => {
    const common = (seenOf('viewer').get(place)?.controls ?? []).map(withoutDay)
    return controls
      .filter(name => !common.includes(withoutDay(name)) && actionsIn(place, [name]).length === 0)
      .map(name => `${place}: ${name}`)
  })
  expect(others).toEqual([])
})

/** The name of a control, also of a night of the calendar, which may be another one since: midnight in Taipei may have passed. */
const withoutDay = (name: string): string => name.replaceAll(/\d+/g, '#')

const operations = readOperations()
const permissionsFor = (operation: string): readonly string[] => {
  const permissions = operations.find(({ id }) => id === operation)?.permissions
  if (permissions === undefined) throw new Error(`no operation ${operation}`)
  return permissions
}

/** The operations of the controls at a place, once each. */
const actionsIn = (place: string, controls: readonly string[]): string[] =>
  actions
    .filter(action => place.startsWith(action.place) && controls.some(name => action.name.test(name)))
    .map(({ operation }) => operation)
    .filter((operation, index, all) => all.indexOf(operation) === index)

/** A script that leaves out what looks like what is shown: the navigation, and rows after three. */
const hideAlike = `{
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('.shell-side { visibility: hidden } main :is(tr, article):nth-of-type(n + 4) { display: none }')
  document.adoptedStyleSheets = [sheet]
}`
const showAll = 'document.adoptedStyleSheets = []'

/** What is wrong with a place in both colours and at each width, and with the first form or question that it opens. */
async function inspect(staff: StaffBrowser, place: string): Promise<string[]> {
  const { page, settled } = staff
  const script = place === pages[0]?.title ? '' : hideAlike // the first place is looked at as a whole
  await page.evaluate(script)
  const found = await violationsInColours(staff)
  await page.evaluate(showAll)
  found.push(...(await findOverflows(staff)))
  const { controls } = await look(staff)
  const openers = actions.filter(({ opens, selects, ...action }) => opens && !selects && place.startsWith(action.place))
  const opener = controls.map(control => openers.find(({ name }) => name.test(control))).find(one => one !== undefined)
  if (opener !== undefined) {
    await page.locator('main').getByRole('button', { name: opener.name, disabled: false }).first().click()
    await page.getByRole('dialog').waitFor()
    await settled()
    await page.evaluate(script)
    found.push(...(await violations(page, { within: '[role=dialog], [role=alertdialog]' })))
    await page.evaluate(showAll)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  return found.map(problem => `${place}: ${problem}`)
}

/** By how much the navigation is too high for a desk, and for a small laptop. */
async function findTooHigh({ page }: StaffBrowser): Promise<string[]> {
  const usual = page.viewportSize() ?? expect.fail('no size')
  const found: string[] = []
  for (const size of [usual, { width: 1366, height: 768 }]) {
    await page.setViewportSize(size)
    const hidden = await page.evaluate<number>(
      "{ const nav = document.querySelector('.shell-side nav'); nav.scrollHeight - nav.clientHeight }",
    )
    if (hidden > 0) found.push(`the navigation hides ${hidden} px of its links at a height of ${size.height} px`)
  }
  await page.setViewportSize(usual)
  return found
}

/** Each page has its title in Chinese, in the navigation and as its heading. */
async function visitInChinese({ page }: StaffBrowser): Promise<void> {
  for (const { id } of pages) {
    const name = chinese[id].page
    await page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  }
}

/** A key of a catalogue; codes of permissions look like one. */
const rawKey = new RegExp(String.raw`\b(?:${Object.keys(english).join('|')})\.(?!view\b|edit\b)[a-z]\w*`, 'g')

/** What is wrong in the colours that the page has, and poor contrasts in the other ones, which the page keeps. */
async function violationsInColours({ page }: StaffBrowser, within?: string): Promise<string[]> {
  const found = await violations(page, { within })
  const isDark = await page.evaluate<boolean>("matchMedia('(prefers-color-scheme: dark)').matches")
  const other = isDark ? 'light' : 'dark'
  await page.emulateMedia({ colorScheme: other })
  return [...found, ...(await poorContrasts(page, { within })).map(contrast => `${other}: ${contrast}`)]
}

/** A list that the API answers to the administrator. */
async function read<T = Record<string, unknown>>(path: string): Promise<T[]> {
  const answer = await admin().get(`/api/admin/${path}`)
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`)
  return answer.data as T[]
}
const readOne = async (path: string) => (await read(path)) as unknown as Record<string, unknown>
type Stock = { sku: string; variantId: string; locations: { locationName: string; kind: string; onHand: number }[] }

test('a day of the operator: arrivals, bookings, a refund, a closure and the month as CSV', async () => {
  const staff = await enter('operator')
  await staff.open()
  const names = await day.readArrivals(staff)
  type Arriving = { customer: { name: string } }
  const arriving = await read<Arriving>('stays?kind=arriving&size=100')
  expect(names).toEqual(arriving.map(({ customer }) => customer.name))
  const [first = ''] = names
  await day.searchStays(staff, first)
  const found = await read<Arriving>(`stays?kind=arriving&size=100&q=${encodeURIComponent(first)}`)
  await expect.poll(() => day.namesOfArrivals(staff)).toEqual(found.map(({ customer }) => customer.name))

  const bookingId = await day.confirmBooking(staff)
  expect(await readOne(`bookings/${bookingId}`)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' })

  const [used] = await read<{ eventId: string; target: { id: string } }>(
    'payments?reason=trade_number_used&decided=false',
  )
  await day.decidePayment(staff, 'Two payments')
  expect(await read(`payments?reason=trade_number_used&targetId=${used?.target.id}`)).toMatchObject([
    { decision: 'another-payment', decisionNote: 'Two payments', decidedBy: { id: 'administrator-operator' } },
  ])

  const oldest = await read<{ payment: { providerTradeNo: string } }>('refunds?status=due&size=2')
  expect(await day.recordRefunds(staff, ['R-2026-1', 'R-2026-2'])).toEqual(
    oldest.map(({ payment }) => payment.providerTradeNo),
  )
  expect(await read('refunds?status=done&q=R-2026-1')).toMatchObject([
    { status: 'done', reference: 'R-2026-1', doneBy: { id: 'administrator-operator' } },
  ])

  await day.correctRefund(staff, 'R-2026-1', 'R-2026-7')
  expect(await read('refunds?status=done&q=R-2026-7')).toMatchObject([{ reference: 'R-2026-7' }])

  await day.refundPart(staff, bookingId, '12')
  for (const amount of ['8.00', '50.00'])
    await admin().post(`/api/admin/bookings/${bookingId}/refunds`, { amount, reason: 'No hot water' })
  await day.withdrawRefund(staff, bookingId, 'NT$50')
  await day.recordTogether(staff, bookingId, 'R-2026-9')
  const { refundStatus, refunds } = await readOne(`bookings/${bookingId}`)
  expect(refundStatus).toBe('done')
  expect(refunds).toMatchObject([
    { amount: '12.00', cause: 'goodwill', status: 'done' },
    { amount: '8.00', status: 'done' },
    { amount: '50.00', status: 'withdrawn' },
  ])

  const [stay] = await read<{ campgroundName: string; checkIn: string }>(
    `bookings?status=confirmed&checkInFrom=${inDays(2)}&sort=checkIn,asc`,
  )
  const cancelled = await day.closeNight(staff, {
    campground: stay?.campgroundName ?? '',
    night: stay?.checkIn ?? '',
    reason: 'Landslide on the road',
  })
  expect(cancelled).toBeGreaterThan(0)
  const due = await read<{ cause: string; reason: string }>('refunds?status=due&targetKind=booking&size=100')
  expect(due.filter(({ cause, reason }) => cause === 'cancelled' && reason === 'Landslide on the road')).toHaveLength(
    cancelled,
  )

  const { name, lines } = await day.exportTakings(staff)
  const month = inDays(0).slice(0, 7)
  const days = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate()
  expect(name).toMatch(/^reports-takings-.*\.csv$/)
  expect(lines[0]).toMatch(/^\uFEFF?date,bookings\.count,bookings\.amount,/)
  // A spreadsheet keeps a date as it is written: ="2026-11-01" (docs/contract/admin.md#csv).
  expect(lines.slice(1).map(line => line.split(',')[0]?.replaceAll(/[="]/g, ''))).toEqual(
    Array.from({ length: days }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`),
  )
  expect(staff.problems).toEqual([])
})

test('a day of the warehouse: an order is packed and shipped, a piece comes back, a delivery is received, and a shelf counted', async () => {
  const staff = await enter('warehouse')
  await staff.open()
  const orderId = await day.shipOrder(staff, 'P-2026-1')
  expect(await readOne(`orders/${orderId}`)).toMatchObject({
    status: 'shipped',
    shipment: { carrier: 'Post', trackingNumber: 'P-2026-1', by: { id: 'administrator-warehouse' } },
  })

  await day.openReturn(staff, orderId)
  expect(await staff.page.getByLabel('Refund amount').isEditable()).toBe(false)
  expect(await violationsInColours(staff, '[role=dialog]')).toEqual([])
  const amount = await day.returnPiece(staff, 'Crushed on the way')
  expect(amount).toBeGreaterThan(0)
  await staff.page.getByRole('region', { name: 'Returns' }).getByText('Crushed on the way').waitFor()
  expect(await readOne(`orders/${orderId}`)).toMatchObject({
    status: 'shipped',
    returns: [{ reason: 'Crushed on the way', items: [{ quantity: 1, to: 'written-off' }] }],
    refunds: [{ cause: 'returned', amount: amount.toFixed(2) }],
  })

  await day.undoReturn(staff, 'Another parcel')
  expect(await readOne(`orders/${orderId}`)).toMatchObject({ status: 'shipped', refundStatus: 'none', returns: [] })

  const [variant] = await read<Stock>('stock?kind=store')
  const { sku, variantId, locations } = variant as Stock
  const location = locations.find(({ kind }) => kind === 'store')?.locationName ?? ''
  const before = locations.find(({ kind }) => kind === 'store')?.onHand ?? 0
  const onHand = async () =>
    (await read<Stock>(`stock?variantId=${variantId}`))[0]?.locations.find(one => one.locationName === location)?.onHand
  await day.bookStock(staff, 'Receive', { location, about: 'PO-2026-1', sku, pieces: 5 })
  expect(await onHand()).toBe(before + 5)
  await day.bookStock(staff, 'Count', { location, about: 'Count of the shelf', sku, pieces: before + 4 })
  expect(await onHand()).toBe(before + 4)
  expect(staff.problems).toEqual([])
})

test('a stay is shortened: the new dates are on its page, and its refund in Money is the quoted one', async () => {
  const stays = await read<{ bookingId: string; checkIn: string; checkOut: string }>(
    `bookings?status=confirmed&paymentStatus=paid&checkInFrom=${inDays(2)}&size=100`,
  )
  const nights = ({ checkIn, checkOut }: (typeof stays)[number]) => Date.parse(checkOut) - Date.parse(checkIn)
  const { bookingId, checkOut } = stays.find(stay => nights(stay) > 86_400_000) ?? expect.fail('no stay is long enough')
  const before = new Date(Date.parse(checkOut) - 86_400_000).toISOString().slice(0, 10)
  const staff = await enter('operator')
  const amount = await day.changeCheckOut(staff, bookingId, before)
  expect(amount).toBeGreaterThan(0)
  await staff.page.locator(`.page-header time[datetime="${before}"]`).waitFor()
  const { changes } = await readOne(`bookings/${bookingId}`)
  expect(changes).toMatchObject([{ after: { checkOut: before } }])

  const due = await read<{ cause: string; amount: string; target: { id: string } }>('refunds?status=due&size=100')
  const its = due.filter(({ cause, target }) => cause === 'changed' && target.id === bookingId)
  expect(its.map(refund => Number(refund.amount))).toEqual([amount])
  await staff.open(`money?tab=due&q=${bookingId}`)
  await staff.page
    .getByRole('row')
    .filter({ hasText: `NT$${amount.toLocaleString('en')}` })
    .waitFor()
  expect(staff.problems).toEqual([])
})

test('an administrator has another system told what happens', async () => {
  const staff = await enter('admin')
  await staff.open()
  const webhook = { url: 'https://books.invalid/hook', eventType: 'order.paid', description: 'Bookkeeping' }
  expect(await day.createWebhook(staff, webhook)).toMatch(/^whsec_.{44}$/)
  const { url, description } = webhook
  expect(await read('webhooks')).toContainEqual(
    expect.objectContaining({ url, description, eventTypes: ['order.paid'], active: true }),
  )
  expect(staff.problems).toEqual([])
})

test('the audit log shows the administrator what each of them did', async () => {
  const { page, open } = await enter('admin')
  for (const [id, action, name, text] of [
    ['operator', 'confirmBooking', 'Peng Chia-ling', 'Confirmed a booking'],
    ['warehouse', 'shipOrder', 'Yu Kuo-chiang', 'Shipped an order'],
  ]) {
    await open(`team?tab=audit&adminId=administrator-${id}&action=${action}`)
    const rows = page.getByRole('table', { name: 'Audit log' }).locator('tbody tr')
    expect(await rows.count()).toBeGreaterThan(0)
    expect(await rows.filter({ hasText: name }).filter({ hasText: text }).count()).toBe(await rows.count())
  }
})
