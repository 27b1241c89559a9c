import type { Browser, Page } from '@campstore/testing/browser'
import { until } from '@campstore/testing/waiting'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { texts as english } from '../../console/src/texts/en.ts'
import { readOperations } from '../bad-requests/operations.ts'
import { violations } from '../system/browser-page.ts'
import type { Client } from '../system/client.ts'
import type { System } from '../system/system.ts'
import { actions } from './console-actions.ts'
import { chooseLanguage, pages, tour } from './console-tour.ts'
import { type StaffBrowser, signInAtConsole, startConsole } from './staff-browser.ts'

// What goes wrong in front of a screen: double clicks, forms that are left, long words, small screens, lost connections and sessions.

let system: System
let browser: Browser
let admin: Client
const enter = (person = 'admin') => signInAtConsole(browser, system.url, `${person}@campstore.test`)

beforeAll(async () => {
  ;({ system, browser, admin } = await startConsole())
  await admin.post('/api/admin/webhooks', { url: 'https://crm.invalid/hook', eventTypes: ['payment.unapplied'] })
  // The records that a tour opens.
  for (const list of ['bookings?status=pending&paymentStatus=paid', 'orders?readyToShip=true', 'customers?']) {
    const { data } = await admin.get(`/api/admin/${list}&size=1`)
    const [{ id = '', bookingId = id } = {}] = data as { id?: string; bookingId?: string }[]
    await admin.post(`/api/admin/${list.split('?')[0]}/${bookingId}/notes`, { text: 'Calls back' })
  }
})
afterAll(async () => {
  await browser?.close()
  await system?.stop()
})

const conflict = {
  status: 409,
  json: { success: false, error: { code: 'CONFLICT', message: 'It has changed.', details: [] } },
}
const question = (page: Page) => page.getByRole('dialog', { name: english.unsaved.title })
const operations = readOperations()

/** A test in the browser of an administrator. */
const asAdmin = (name: string, run: (staff: StaffBrowser) => Promise<void>) =>
  test(name, async () => {
    const staff = await enter()
    await run(staff)
    await staff.close()
  })

type Sent = { id: string; method: string; key: string | undefined }

/** Answers every write with a conflict. @returns the operations that were sent, with their keys */
async function refuseChanges(page: Page): Promise<Sent[]> {
  const sent: Sent[] = []
  await page.route('**/api/admin/**', route => {
    const request = route.request()
    if (request.method() === 'GET' || /\/(?:session|quotes)$/.test(request.url())) return route.fallback()
    const { pathname } = new URL(request.url())
    const operation = operations.find(
      ({ method, path }) =>
        method === request.method() && new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
    )
    sent.push({ id: operation?.id ?? pathname, method: request.method(), key: request.headers()['idempotency-key'] })
    return route.fulfill(conflict)
  })
  return sent
}

/** A double click, before anything is drawn. */
const twice = (button: { click(): void }) => [button.click(), button.click()]

type Labelled = { labels: ArrayLike<{ innerText: string }> }

/** Writes something valid into each empty field of the open form, and more into its first line of text. */
async function fill({ page, settled }: StaffBrowser) {
  const dialog = page.getByRole('dialog')
  const search = dialog.locator('input[type=search]')
  if ((await search.count()) > 0) {
    await search.fill('a')
    await dialog.locator('.found button').first().click()
  }
  for (const field of await dialog
    .locator(':is(input:not([type=search], [type=checkbox]), textarea, select):enabled')
    .all()) {
    if ((await field.inputValue()) !== '') continue
    const options = await field.locator('option').count()
    const label = await field.evaluate(({ labels }: Labelled) => labels[0]?.innerText ?? '')
    const type = await field.getAttribute('type')
    if (options > 0) await field.selectOption({ index: /^To\b/.test(label) ? options - 2 : options - 1 })
    else if (type === 'date') await field.fill((await field.getAttribute('min')) || '2030-01-01')
    else if (/position/.test(label)) await field.fill('24.0512, 121.1804')
    else if (/arrival/i.test(label)) await field.fill('15:00')
    else if (type === 'email') await field.fill('lin@example.com')
    else if (/^URL/.test(label)) await field.fill('https://hook.example/x')
    else await field.fill(/name|reason|code|number|sku/i.test(label) ? 'AB12' : '1')
  }
  const choice = dialog.locator('fieldset input:is([type=checkbox], [type=radio])').first()
  if ((await choice.count()) > 0) await choice.check()
  const texts = dialog.locator('input[type=text], textarea')
  const line = (await texts.count()) > 0 ? texts.first() : dialog.locator('input[inputmode=numeric]').first()
  if ((await line.count()) > 0) {
    const value = await line.inputValue()
    await line.fill(/^[\d.]+$/.test(value) ? `1${value}` : `${value}1`)
  }
  await settled()
}

/** Operations whose controls want chosen rows, a file or another record first. */
const wantMore = [
  'correctRefund',
  'completeBookings',
  'cancelBookingsOfClosure',
  'shipOrders',
  'setImages',
  'replacePermissions',
]

/** The tour, and a record that more can be done with. */
async function* everyPlace(staff: StaffBrowser) {
  yield* tour(staff, pages)
  await staff.open('orders?status=shipped')
  await staff.page.locator('main tbody a').first().click()
  await staff.page.locator('.page-header-back').waitFor()
  await staff.settled()
  yield 'Orders: a record'
}

asAdmin(
  'a double click sends each action once, and a form that was written into is not left without a question',
  async staff => {
    const { page, settled } = staff
    const sent = await refuseChanges(page)
    const unsent = new Set(actions.map(({ operation }) => operation).filter(id => !wantMore.includes(id)))
    for await (const place of everyPlace(staff)) {
      for (const { name, operation, opens, selects } of actions.filter(action => place.startsWith(action.place))) {
        const control = page.locator('main').getByRole('button', { name, disabled: false }).first()
        const all = page.locator('main').getByRole('checkbox', { name: english.actions.selectAll }).first()
        if ((!opens || selects) && (await all.count()) > 0) await all.check()
        if (!unsent.has(operation) || (await control.count()) === 0) continue
        const before = sent.length
        if (opens) {
          await control.click()
          await page.getByRole('dialog').waitFor()
          await settled()
          await fill(staff)
          if ((await page.locator('.dialog :is(input, textarea, select)').count()) > 0) await staysOpen(page)
        }
        await (opens ? page.locator('.dialog-actions > :last-child') : control).evaluate(twice)
        await until(() => sent.length > before)
        await settled()
        const now = sent.slice(before)
        // Actions that the record's state forbids are no longer offered.
        if (/^(?:cancelPaid|refundDone|delete|suspend)/.test(operation))
          await page.getByRole('dialog').waitFor({ state: 'detached' })
        expect(now.length, `${place}: ${operation}`).toBeLessThan(2)
        for (const { id, method, key } of now) {
          unsent.delete(id)
          expect(key !== undefined, id).toBe(method === 'POST')
        }
        await leave(page)
      }
    }
    expect([...unsent]).toEqual([])
  },
)

/** Closes the dialog that is open, if one is. */
async function leave(page: Page) {
  if ((await page.getByRole('dialog').count()) === 0) return
  const discard = page.getByRole('button', { name: english.unsaved.leave })
  const isOne = async () => (await page.locator('.dialog').count()) === 1
  // Clicks by script leave the focus where it was, and React Aria takes it out of a new dialog and back once: a key may be lost.
  await until(async () => {
    if (await isOne()) await page.getByRole('dialog').first().press('Escape')
    return !(await isOne())
  })
  if ((await discard.count()) > 0) await discard.click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** The ways out of a form by which input could be lost. */
const waysOut: readonly ((page: Page) => Promise<unknown>)[] = [
  page => page.keyboard.press('Escape'),
  page => page.evaluate('history.back()'),
  page =>
    page
      .locator('.shell-side nav a:not([aria-current])')
      .first()
      .evaluate((way: { click(): void }) => way.click()),
]

/** A click outside a form does not lose the input, and each way out asks first. */
async function staysOpen(page: Page) {
  await page.mouse.click(2, 2)
  await page.locator('.dialog:focus-within').waitFor()
  for (const leaveBy of waysOut) {
    await leaveBy(page)
    await question(page).getByRole('button', { name: english.unsaved.stay }).click()
    await question(page).waitFor({ state: 'detached' })
  }
}

asAdmin('what was not answered is sent once more with the key of the first time', async ({ page, open }) => {
  await open('bookings?status=pending&paymentStatus=paid')
  await page.locator('main tbody a').first().click()
  const keys: unknown[] = []
  await page.route('**/confirm', route => {
    keys.push(route.request().headers()['idempotency-key'])
    return keys.length > 3 ? route.fulfill(conflict) : route.abort()
  })
  const name = english.bookings.actions.confirm
  await page.locator('.page-header').getByRole('button', { name }).click()
  const confirm = page.getByRole('dialog').getByRole('button', { name })
  await confirm.click()
  await page.getByText(english.errors.NETWORK_ERROR).waitFor()
  await confirm.click()
  await page.getByText('It has changed.').waitFor()
  expect(keys).toEqual([keys[0], keys[0], keys[0], keys[0]])
})

asAdmin('a page after the last one leads to the last one', async staff => {
  for (const path of ['bookings', 'orders', 'packing', 'stock', 'products', 'coupons', 'customers', 'team']) {
    await staff.open(`${path}?page=999`)
    await staff.page.waitForURL(url => url.searchParams.get('page') !== '999')
    await staff.settled()
    expect(await staff.page.locator('main :is(tbody tr, article)').count(), path).toBeGreaterThan(0)
  }
})

asAdmin('what was written survives the way back; the list keeps its filters until the sign-out', async staff => {
  const { page, open, settled } = staff
  await open('orders?readyToShip=true&sort=total,asc')
  const links = page.locator('main tbody th a')
  const [first = '', second = ''] = await links.allInnerTexts()
  await links.first().click()
  const title = (id: string) =>
    page.getByRole('heading', { name: english.orders.title.replace('{{id}}', id), exact: true })
  await page.getByRole('link', { name: english.actions.next, exact: true }).click()
  await title(second).waitFor()
  await page.getByRole('link', { name: english.actions.previous, exact: true }).click()
  await title(first).waitFor()
  await page.locator('.page-header').getByRole('button', { name: english.orders.actions.ship }).click()
  await page.getByLabel(english.orders.carrier).fill('Post')
  await page.evaluate('history.back()')
  await question(page).getByRole('button', { name: english.unsaved.stay }).click()
  expect(await page.getByLabel(english.orders.carrier).inputValue()).toBe('Post')
  expect(await page.evaluate("dispatchEvent(new Event('beforeunload', { cancelable: true }))")).toBe(false)
  await page.getByRole('dialog').press('Escape')
  await question(page).getByRole('button', { name: english.unsaved.leave }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.reload()
  await settled()
  await page.locator('.page-header-back a').first().click()
  await page.waitForURL(({ search }) => decodeURIComponent(search) === '?readyToShip=true&sort=total,asc')
  await page.locator('.shell-side .nav-account').click()
  await page.getByRole('button', { name: english.shell.signOut }).click()
  await page.getByLabel(english.signIn.password).waitFor()
  expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('readyToShip')
})

asAdmin('the pages fit the navigation of a laptop, in both languages', async staff => {
  const { page } = staff
  for (const language of ['繁體中文', 'English']) {
    await chooseLanguage(staff, language)
    for (const [width, height] of [[1366, 768] as const, [1440, 900] as const]) {
      await page.setViewportSize({ width, height })
      const hidden = "{ const nav = document.querySelector('.shell-side nav'); nav.scrollHeight - nav.clientHeight }"
      expect(await page.evaluate(hidden), `${language} ${height}`).toBe(0)
    }
  }
})

asAdmin('the search everywhere opens a record by keyboard, and then knows it', async staff => {
  const { page, open, settled } = staff
  await open('orders')
  const id = await page.locator('main tbody a').first().innerText()
  const results = page.getByRole('dialog').getByRole('menuitem')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('searchbox').pressSequentially(id)
  await results.filter({ hasText: id }).waitFor()
  expect(await violations(page, { within: '[role=dialog]' })).toEqual([])
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/orders/${id}`)
  await settled()
  await page.locator('.page-header-back a').first().click()
  await page.getByRole('heading', { level: 1, name: english.orders.page, exact: true }).waitFor()
  await page.keyboard.press('/')
  await results.filter({ hasText: english.orders.title.replace('{{id}}', id) }).waitFor()
  const customers = (await admin.get('/api/admin/customers?size=100')).data as { id: string; phone: string | null }[]
  const known = customers.find(({ phone }) => phone !== null) ?? expect.fail('no customer has a phone')
  await page
    .getByRole('dialog')
    .getByRole('searchbox')
    .fill(known.phone ?? '')
  await page.getByRole('dialog').getByRole('group', { name: english.customers.page }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/customers/${known.id}`)
  await settled()
  expect(staff.problems).toEqual([])
})

test('the search everywhere asks only for what the role may see', async () => {
  const staff = await enter('warehouse')
  await staff.page.keyboard.press('/')
  await staff.page.getByRole('dialog').getByRole('searchbox').fill('x')
  await staff.page.getByText(english.search.hint).waitFor()
  await staff.page.getByRole('dialog').getByRole('searchbox').fill('order-2')
  await staff.page.getByRole('menuitem').first().waitFor()
  await staff.settled()
  expect(staff.problems).toEqual([])
  await staff.close()
})

const heightOfRows =
  "Math.max(...[...document.querySelectorAll('main tbody tr')].map(row => row.getBoundingClientRect().height))"

asAdmin(
  'a list has rows of one line, views, filters to add, and pages of other sizes',
  async ({ page, open, settled }) => {
    const highest = () => page.evaluate<number>(heightOfRows)
    await open('orders')
    await page.getByRole('combobox', { name: english.pager.size }).selectOption('50')
    await page.waitForURL(/size=50/)
    await settled()
    await expect.poll(() => page.locator('main tbody tr').count()).toBe(50)
    await expect.poll(highest).toBeLessThan(45)
    await page.getByRole('button', { name: english.pager.last }).click()
    await page.waitForURL(/page=/)
    await page.getByRole('link', { name: english.orderStatus.unshipped, exact: true }).click()
    await page.waitForURL(({ search }) => search === '?size=50&readyToShip=true')
    await page.getByRole('button', { name: english.filters.add }).click()
    expect(await violations(page, { within: '[role=menu]' })).toEqual([])
    await page.getByRole('menuitem', { name: english.fields.paymentMethod }).click()
    await page.locator('select:focus').selectOption('cod')
    await page.waitForURL(/paymentMethod=cod/)
    for (const path of [
      'orders',
      'stock',
      'money',
      'money?tab=undecided',
      'arrivals',
      'coupons/coupon-starlight',
      'calendar?tab=rentals',
    ]) {
      await page.setViewportSize({ width: 1366, height: 768 })
      await open(path)
      await expect.poll(highest, { message: path }).toBeLessThan(45)
      await page.setViewportSize({ width: 360, height: 800 })
      await expect.poll(highest, { message: path }).toBeLessThan(80)
    }
  },
)

/** Fields that people write, and that may be one long word. */
const written =
  /^(?:\w*[nN]ame|brand|category|specification|sku|reason|description|title|type|region|label|email|recipientName|shippingAddress|url|code|carrier|trackingNumber|reference)$/

/** The same answer with long words in the fields that people write. */
const withLongWords = (value: unknown, key = ''): unknown => {
  if (Array.isArray(value)) return value.map(item => withLongWords(item, key))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withLongWords(inner, name)]))
  return typeof value === 'string' && written.test(key) ? value + 'Unbreakable'.repeat(14) : value
}

/** Cells that are cut off end with an ellipsis; others show all of their text. */
const cellsThatOverlap = `[...document.querySelectorAll('.data-table :is(td, th)')].filter(
  cell => cell.scrollWidth > cell.clientWidth + 1 && getComputedStyle(cell).textOverflow !== 'ellipsis',
).length`

asAdmin('no page is wider than the screen, with long words on a small phone and a desk', async staff => {
  const { page, settled } = staff
  await page.route('**/api/**', async route => {
    if (route.request().method() !== 'GET' || /\/me$/.test(route.request().url())) return route.fallback()
    const response = await route.fetch()
    if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response })
    return route.fulfill({ response, json: withLongWords(await response.json()) })
  })
  const wide: string[] = []
  for await (const place of tour(staff, pages)) {
    for (const width of [320, 360, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      await settled()
      const over = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
      const cells = Number(await page.evaluate(cellsThatOverlap))
      if (over > 0 || cells > 0) wide.push(`${place} at ${width}: ${over}, ${cells} cells`)
    }
    await page.setViewportSize({ width: 1280, height: 900 })
  }
  expect(wide).toEqual([])
})

asAdmin('a service that does not answer is called slow, and its list comes without a reload', async ({ page }) => {
  let answer = () => {}
  const answered = new Promise<void>(resolve => {
    answer = resolve
  })
  await page.route('**/api/admin/bookings?*', route => answered.then(() => route.fallback()))
  await page.getByRole('link', { name: english.bookings.page, exact: true }).click()
  await page.getByText(english.states.slow).waitFor()
  answer()
  await page.locator('main tbody tr').first().waitFor()
})

asAdmin('without a connection a page says so, and opens when the connection is back', async ({ page }) => {
  await page.route('**/assets/CustomersPage*', route => route.abort())
  await page.context().setOffline(true)
  await page.getByRole('link', { name: english.customers.page, exact: true }).click()
  await page.getByText(english.errors.offline).waitFor()
  await page.unroute('**/assets/CustomersPage*')
  await page.context().setOffline(false)
  await page.locator('main tbody tr').first().waitFor()
})

asAdmin('a form that is not complete shows its first mistake, and the focus is there', async ({ page, open }) => {
  await open('webhooks')
  await page.getByRole('button', { name: english.webhooks.create }).click()
  await page.getByLabel(english.webhooks.url).fill('https://hook.example/x')
  await page.getByRole('dialog').getByRole('button', { name: english.actions.create }).click()
  await page.locator('fieldset:focus-within .field-problem').waitFor()
})

asAdmin('a problem that the API has told stays at its field until that changes', async ({ page, open }) => {
  await open('team')
  await page.getByRole('button', { name: english.team.create }).click()
  const dialog = page.getByRole('dialog')
  const send = () => dialog.getByRole('button', { name: english.actions.create }).click()
  await dialog.getByLabel(english.fields.name).fill('Lin')
  await dialog.getByLabel(english.fields.email).fill('admin@campstore.test')
  await send()
  await dialog.getByText(english.problems.taken).waitFor()
  await dialog.getByLabel(english.fields.name).fill('')
  await send()
  await dialog.getByText(english.problems.required).waitFor()
  expect(await dialog.getByText(english.problems.taken).count()).toBe(1)
  await dialog.getByLabel(english.fields.email).fill('lin@campstore.test')
  await dialog.getByText(english.problems.taken).waitFor({ state: 'detached' })
})

asAdmin('a refusal before sending names the fields as the form does', async ({ page, open }) => {
  const { data } = await admin.get('/api/admin/bookings?status=confirmed&paymentStatus=paid&size=1')
  const [{ bookingId, checkIn } = expect.fail('no paid booking')] = data as { bookingId: string; checkIn: string }[]
  await open(`bookings/${bookingId}`)
  await page.getByRole('button', { name: english.bookings.actions.change }).click()
  await page.getByLabel(english.bookings.checkOut).fill(checkIn)
  await page.getByText('Check-out must be after Check-in.').waitFor()
})

asAdmin('a note shows in the line of its guest, on a desk and a small phone', async ({ page, open }) => {
  for (const width of [1366, 360]) {
    await page.setViewportSize({ width, height: 768 })
    await open('arrivals')
    const isInLine = await page.evaluate<boolean[]>(`
      [...document.querySelectorAll('tbody .note-lines')].map(note =>
        note.getBoundingClientRect().top < note.parentElement.getBoundingClientRect().bottom)`)
    expect(new Set(isInLine)).toEqual(new Set([true]))
  }
})

asAdmin('cancellation rules get lower, and a cancellation proposes the refund of its booking', async staff => {
  const { page, open, settled } = staff
  const texts = english.settings
  await open('settings?tab=booking')
  await page.getByRole('button', { name: texts.changeTiers }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: texts.addTier }).click()
  await dialog.getByLabel(texts.tierDays).last().fill('20')
  await dialog.getByRole('button', { name: english.actions.save }).click()
  await dialog.getByText(english.problems.lowerTier).waitFor()
  await dialog.getByLabel(texts.tierDays).last().fill('1')
  await dialog.getByRole('button', { name: english.actions.save }).click()
  await page.getByText(texts.tiersSaved).waitFor()
  await page.getByText(texts.daysBefore_one.replace('{{count}}', '1')).waitFor()

  await open('bookings?status=pending&paymentStatus=paid')
  await page.locator('main tbody a').first().click()
  await page.getByRole('button', { name: english.bookings.actions.cancelPaid }).click()
  await settled()
  const { data } = await admin.get(`/api/admin/bookings/${new URL(page.url()).pathname.split('/').at(-1)}`)
  const { cancellation } = data as { cancellation: { refundAmount: string | null } }
  expect(await dialog.getByLabel(english.refund.amount).inputValue()).toBe(cancellation.refundAmount ?? '0.00')
  await dialog.getByText(/^By the rules of this booking/).waitFor()
})

asAdmin('a second decision about a payment shows the first one and who made it', async ({ page, open, settled }) => {
  await open('bookings?status=pending&paymentStatus=paid')
  await page.locator('main tbody a').first().click()
  await page.getByRole('button', { name: english.payments.decide }).click()
  const dialog = page.getByRole('dialog')
  const send = () => dialog.getByRole('button', { name: english.payments.decide }).click()
  await send()
  await dialog.getByText(english.problems.required).waitFor()
  await dialog.getByLabel(english.payments.decisions['another-payment']).check()
  const [used] = (await admin.get('/api/admin/payments?decided=false&reason=trade_number_used')).data as Payment[]
  const { eventId, target } = used ?? expect.fail('no payment waits for a decision')
  const first = { eventId, targetKind: target.kind, decision: 'same-payment', note: 'Typed twice' }
  expect(await admin.post('/api/admin/payments/decisions', first)).toMatchObject({ status: 200 })
  await settled()
  await send()
  const told = page.locator('.toast', { hasText: english.payments.notDecided })
  await told.getByText(english.payments.decisions['same-payment']).waitFor()
  await dialog.waitFor({ state: 'detached' })
  const row = page.getByRole('region', { name: english.payments.title }).getByRole('row', { name: 'Typed twice' })
  await row.getByText(`${english.payments.decisions['same-payment']} · `).waitFor()
  await page.getByRole('list', { name: english.fields.history }).getByText(english.history.decided).waitFor()
})
type Payment = { eventId: string; target: { kind: string } }

/** A description with every element that the API keeps. */
const everyElement = [
  '<h2>Care</h2><p>Wash at <strong>30°</strong>, <em>never</em> <u>hot</u>:<br><small>H<sub>2</sub>O</small> <s>x</s> <mark>y</mark></p>',
  '<ul><li>one<ol><li>two <code>a &lt; b</code></li></ol></li></ul><blockquote><p>很好用</p></blockquote><pre>a\n  b</pre><hr>',
  '<dl><dt>Size</dt><dd>L<sup>2</sup></dd></dl>',
  '<table><caption>Sizes</caption><thead><tr><th colspan="2" scope="col">L</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
  '<p><a href="https://example.com/a?b=1" title="t">more</a></p>',
].join('')
/** A description as the API has it, without the relations of its links. */
const descriptionOf = async (id: string) => {
  const { data } = await admin.get(`/api/admin/products/${id}`)
  return (data as { description: string }).description.replaceAll(/ rel="[^"]+"| \/(?=>)/g, '')
}

asAdmin('a description is written with bold words, lists and links, and keeps what was not changed', async staff => {
  const { page, open, settled } = staff
  const texts = english.products
  const dialog = page.getByRole('dialog')
  const editor = dialog.getByRole('textbox', { name: texts.description })
  const tool = (name: string) => dialog.getByRole('button', { name, exact: true })
  await open('products')
  await page.getByRole('button', { name: texts.create }).click()
  await dialog.getByLabel(english.coupons.name).fill('Lantern')
  await dialog.getByLabel(texts.sku, { exact: true }).fill('LANTERN-1')
  await dialog.getByLabel(texts.specification).fill('One')
  await dialog.getByLabel(texts.price).fill('0.01')
  const brand = dialog.getByRole('combobox', { name: texts.brand })
  await brand.pressSequentially('e')
  // The list is filtered and placed after the letter: a key that comes before is lost.
  const focusedOption = async () => {
    await brand.press('ArrowDown')
    return brand.getAttribute('aria-activedescendant')
  }
  await expect.poll(focusedOption).toBeTruthy()
  await brand.press('Enter')
  await expect.poll(async () => (await brand.inputValue()).length).toBeGreaterThan(1)
  await editor.click()
  await page.keyboard.type('Light and ')
  await tool(english.richText.bold).click()
  await page.keyboard.type('dry')
  await page.keyboard.press('Control+b')
  await page.keyboard.press('Enter')
  await page.keyboard.type('one')
  await tool(english.richText.list).click()
  await page.keyboard.press('Enter')
  await tool(english.richText.link).click()
  await page.getByLabel(english.richText.address).fill('example.com')
  await page.keyboard.press('Enter')
  expect(await violations(page, { within: '[role=dialog]' })).toEqual([])
  await dialog.getByRole('button', { name: english.actions.create, exact: true }).click()
  await page.waitForURL(/products\/[^/]+$/)
  await settled()
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  expect(await descriptionOf(id)).toBe(
    '<p>Light and <strong>dry</strong></p><ul><li>one</li><li><a href="https://example.com">example.com</a></li></ul>',
  )
  await admin.send('PATCH', `/api/admin/products/${id}`, { body: { description: everyElement } })
  await page.reload()
  for (const [written, expected] of [
    ['', everyElement],
    ['!', everyElement.replace(/<.p>$/, '!</p>')],
  ] as const) {
    await page.getByRole('button', { name: english.actions.edit, exact: true }).click()
    await dialog.getByRole('combobox', { name: texts.category }).fill(`Lights ${written}`)
    await page.keyboard.press('Tab')
    await editor.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(written)
    await dialog.getByRole('button', { name: english.actions.save }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await descriptionOf(id)).toBe(expected)
  }
  expect(staff.problems).toEqual([])
})

asAdmin('a list of one customer says whose it is', async ({ page, open }) => {
  await open('customers')
  await page.locator('main tbody a').first().click()
  for (const name of [english.customers.all.bookings, english.customers.all.orders]) {
    await page.locator('.columns').waitFor()
    const customer = await page.locator('h1').innerText()
    await page.getByRole('link', { name }).click()
    await page.getByRole('button', { name: `Customer: ${customer}` }).waitFor()
    await page.goBack()
  }
})

asAdmin(
  'when a session ends, the sign-in says so, and what was written is still there afterwards',
  async ({ page, open }) => {
    await open('coupons')
    await page.getByRole('button', { name: english.coupons.create }).click()
    await page.getByRole('textbox', { name: english.coupons.code, exact: true }).fill('SUMMER')
    await page.route('**/api/admin/**', route => route.fulfill({ status: 401, json: unauthorized }))
    await page.getByRole('dialog').getByLabel(english.coupons.name).fill('Summer')
    await page.getByText(english.signIn.expired).waitFor()
    expect(await page.getByRole('dialog').isVisible()).toBe(false)
    await page.unroute('**/api/admin/**')
    await page.getByRole('button', { name: english.signIn.title }).click()
    await page.getByRole('dialog').waitFor()
    expect(await page.getByRole('textbox', { name: english.coupons.code, exact: true }).inputValue()).toBe('SUMMER')
    await page.keyboard.press('Escape')
    await question(page).waitFor()
  },
)

const unauthorized = { success: false, error: { code: 'UNAUTHORIZED', message: 'No.', details: [] } }

test('a permission that is taken away closes its page at the first refusal', async () => {
  const staff = await enter('operator')
  const { page } = staff
  await staff.open('customers')
  const overrides = { customers: { view: false, edit: false } }
  const path = '/api/admin/users/administrator-operator/permissions'
  await admin.send('PUT', path, { body: { overrides } })
  await page.getByRole('searchbox').fill('lin')
  await page.getByText(english.states.notPermitted).waitFor()
  await admin.send('PUT', path, { body: { overrides: {} } })
  await staff.close()
})

asAdmin(
  'on a phone a list is sorted and selected as a whole; on paper there are the pieces and the slips of the selected orders',
  async ({ page, open }) => {
    await page.setViewportSize({ width: 360, height: 800 })
    await open('bookings?status=pending&paymentStatus=paid')
    await page.getByRole('checkbox', { name: english.actions.selectAll }).check()
    await page.getByRole('button', { name: /^Confirm \d+$/ }).waitFor()
    await page.getByLabel(english.actions.sort).selectOption('checkIn,asc')
    await page.waitForURL(/sort=checkIn/)
    await open('packing')
    const order = page.locator('article', { has: page.getByRole('checkbox', { name: /^Select order/ }) }).first()
    const items = order.locator('.packing-item:visible')
    await expect.poll(() => items.count()).toBe(0)
    await order.getByRole('button', { name: /^Items of order/ }).click()
    await items.first().waitFor()
    const picks = await order.locator('.packing-picks > li:not(.mono)').count()
    await order.getByRole('checkbox').check()
    await page.emulateMedia({ media: 'print' })
    const printed = (what: string) => expect.poll(() => page.locator(what).count(), { message: what })
    await printed('article:visible').toBe(1)
    await printed('article:visible .packing-tick:visible').toBeGreaterThan(0)
    await printed('main img[loading=lazy]').toBe(0)
    await printed('.pick-list tbody .check:visible').toBe(picks)
    await page.getByText(/^campstore · All stores · Printed /).waitFor()
  },
)

asAdmin('a picture that cannot be loaded has a sign in its place', async ({ page, open }) => {
  await page.route('**', route =>
    route.request().resourceType() === 'image' ? route.fulfill({ status: 504 }) : route.fallback(),
  )
  for (const path of ['packing', 'products']) {
    await open(path)
    await page.locator('main .picture svg').first().waitFor()
    await page.waitForFunction(
      '[...document.images].every(({ complete, naturalWidth }) => !complete || naturalWidth > 0)',
    )
  }
})
