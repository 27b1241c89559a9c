import { expect, test } from 'vitest'
import { violations } from './browser-page.ts'
import { english } from './console-sources.ts'
import { useConsole, waitLess } from './staff-browser.ts'

// What goes wrong in front of a screen: small screens, paper, long lists, lost connections and permissions.

const { admin, enter, asAdmin } = useConsole(async admin => {
  await admin.post('/api/admin/webhooks', { url: 'https://crm.invalid/hook', eventTypes: ['payment.unapplied'] })
})

asAdmin('a page after the last one leads to the last one', async staff => {
  for (const path of ['bookings', 'packing']) {
    await staff.open(`${path}?page=999`)
    await staff.page.waitForURL(url => url.searchParams.get('page') !== '999')
    await staff.settled()
    expect(await staff.page.locator('main :is(tbody tr, article)').count(), path).toBeGreaterThan(0)
  }
})

asAdmin('the search everywhere opens a record by keyboard, and then knows it', async staff => {
  const { page, open, settled } = staff
  await open('orders')
  const id = await page.locator('main tbody a').first().innerText()
  const results = page.getByRole('dialog').getByRole('menuitem')
  /** Presses Enter once it would open this. */
  const choose = async (hasText: string) => {
    await results.and(page.locator('[data-focused]')).filter({ hasText }).waitFor()
    await page.keyboard.press('Enter')
  }
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('searchbox').pressSequentially(id)
  await results.filter({ hasText: id }).waitFor()
  // The result that has the focus follows the results.
  await expect.poll(() => violations(page, { within: '[role=dialog]' })).toEqual([])
  await choose(id)
  await page.waitForURL(`**/orders/${id}`)
  await settled()
  const title = await page.locator('h1').innerText()
  await page.locator('.page-header-back a').first().click()
  await page.getByRole('heading', { level: 1, name: english.orders.page, exact: true }).waitFor()
  await page.keyboard.press('/')
  await results.filter({ hasText: title }).waitFor()
  expect(staff.problems).toEqual([])
})

asAdmin(
  'a bulk action that is partly refused says so in one note on the screen; the refused stay selected and are tried again',
  async ({ page, dialog, open, settled }) => {
    const sent: string[][] = []
    await page.route('**/api/admin/bookings/confirm', route => {
      const { ids } = route.request().postDataJSON() as { ids: string[] }
      sent.push(ids)
      const data = ids.map((id, index) => ({
        id,
        outcome: index === 0 ? 'done' : 'refused',
        status: index === 0 ? 'confirmed' : 'pending',
        code: index === 0 ? null : 'CONFLICT',
        message: index === 0 ? null : `Reason ${(index - 1) % 12} of the refusal, which is a sentence of some length.`,
        details: [],
      }))
      return route.fulfill({ json: { success: true, data } })
    })
    await page.setViewportSize({ width: 360, height: 640 })
    await open('bookings?status=pending&paymentStatus=paid&size=50')
    await page.getByRole('checkbox', { name: english.actions.selectAll }).check()
    await page.getByRole('button', { name: /^Confirm \d+$/ }).click()
    await dialog.getByRole('button', { name: /^Confirm \d+$/ }).click()
    const note = page.locator('.toast')
    const count = (await note.getByText(/^1 booking confirmed, \d+ not$/).innerText()).match(/(\d+) not/)?.[1]
    expect(Number(count)).toBe((sent[0]?.length ?? 0) - 1)
    expect(await note.locator('summary').count()).toBe(Math.min(12, Number(count)))
    const { y = -1, height = 0 } = (await note.boundingBox()) ?? {}
    expect(y).toBeGreaterThanOrEqual(0)
    expect(y + height).toBeLessThanOrEqual(640)
    expect(await violations(page, { within: '.toast' })).toEqual([])
    await page.getByRole('button', { name: `Confirm ${count}`, exact: true }).waitFor()
    await note.getByRole('button', { name: `Try these ${count} again` }).click()
    await expect.poll(() => sent.length).toBe(2)
    expect(sent[1]).toEqual(sent[0]?.slice(1))
    await settled()
  },
)

asAdmin(
  'a count survives another location, sends only the counted lines, in parts with a key each, and booked lines leave the form',
  async staff => {
    const { page, dialog, open } = staff
    const sent: { lines: number; key: string | undefined }[] = []
    await page.route('**/api/admin/inventory-counts', async route => {
      await page.locator('form[inert]').waitFor()
      const { lines } = route.request().postDataJSON() as { lines: object[] }
      sent.push({ lines: lines.length, key: route.request().headers()['idempotency-key'] })
      return route.fulfill(
        sent.length === 2
          ? { status: 409, json: { success: false, error: { code: 'CONFLICT', message: 'Changed', details: [] } } }
          : { json: { success: true, data: { movements: [] } } },
      )
    })
    const { data } = await admin().get('/api/admin/locations?size=100')
    const store =
      (data as { id: string; kind: string }[]).find(({ kind }) => kind === 'store') ?? expect.fail('no store')
    await open(`stock?locationId=${store.id}`)
    await page.getByRole('button', { name: english.stock.actions.count }).click()
    const location = dialog.getByLabel(english.stock.location)
    expect(await location.inputValue()).toBe(store.id)
    await dialog.getByRole('button', { name: english.stock.addAll }).click()
    const lines = dialog.locator('.stock-line')
    await expect.poll(() => lines.count()).toBeGreaterThan(101)
    const all = await lines.count()
    await lines.locator('input').first().fill('12 13') // a column that was pasted
    expect(await lines.locator('input').first().inputValue()).toBe('')
    await lines.locator('input').first().fill('17')
    await location.selectOption({ index: 2 })
    await expect.poll(() => lines.count()).toBeLessThan(all)
    await location.selectOption(store.id)
    await expect.poll(() => lines.count()).toBe(all)
    const typed = await lines
      .locator('input')
      .evaluateAll((fields: { value: string }[]) => fields.map(({ value }) => value))
    expect(typed.filter(value => value !== '')).toEqual(['17'])
    await dialog.getByLabel('Reason').fill('Count of the year')
    await lines.locator('input').evaluateAll((fields: Typed[]) => {
      for (const field of fields.slice(0, 101)) {
        field.focus()
        field.ownerDocument.execCommand('insertText', false, '1')
      }
    })
    await dialog.getByRole('button', { name: english.stock.bookCount }).click()
    await page.getByText(english.stock.countNotBooked).waitFor()
    expect(sent.map(({ lines }) => lines)).toEqual([100, 1])
    expect(new Set(sent.map(({ key }) => key)).size).toBe(2)
    expect(await lines.count()).toBe(all - 100)
    await dialog.getByRole('button', { name: english.stock.bookCount }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(sent.at(-1)?.lines).toBe(1)
  },
)

type Typed = { focus(): void; ownerDocument: { execCommand(...command: unknown[]): void } }

asAdmin('a part that cannot be loaded says so, and what was typed around it stays', async ({ page, open }) => {
  await page.addInitScript(waitLess)
  await page.route('**/assets/RichTextField*.js', route => route.abort())
  await open('products')
  await page.getByRole('button', { name: english.products.create }).click()
  const sku = page.getByRole('dialog').getByLabel(english.products.sku, { exact: true })
  await sku.fill('LANTERN-1')
  await page.getByRole('dialog').getByText(english.errors.unexpected).waitFor()
  expect(await sku.inputValue()).toBe('LANTERN-1')
  await page.close()
})

asAdmin('a style sheet, a page and a picture that fail once are loaded again', async ({ page, open }) => {
  const failed = new Set<string>()
  await page.addInitScript(waitLess)
  await page.route(/PackingPage.*\.(?:css|js)|\/images\//, route => {
    const url = route.request().url()
    if (failed.has(url)) return route.fallback()
    failed.add(url)
    return route.fulfill({ status: 503, json: {} })
  })
  await open('packing')
  await page.locator('.packing-cards').first().waitFor()
  await expect
    .poll(() => page.evaluate("getComputedStyle(document.querySelector('.packing-cards')).display"))
    .toBe('grid')
  await expect.poll(() => page.locator('img.picture').count()).toBeGreaterThan(0)
  expect([...failed].map(url => /css|js|images/.exec(url.split('/').slice(4).join('/'))?.[0]).sort()).toEqual(
    expect.arrayContaining(['css', 'images', 'js']),
  )
  await page.close()
})

asAdmin('a list has views, filters to add, and pages of other sizes', async ({ page, open, settled }) => {
  await open('orders')
  await page.getByRole('combobox', { name: english.pager.size }).selectOption('50')
  await page.waitForURL(/size=50/)
  await settled()
  await expect.poll(() => page.locator('main tbody tr').count()).toBe(50)
  await page.getByRole('button', { name: english.pager.last }).click()
  await page.waitForURL(/page=/)
  await page.getByRole('link', { name: english.orderStatus.unshipped, exact: true }).click()
  await page.waitForURL(({ search }) => search === '?size=50&readyToShip=true')
  await page.getByRole('button', { name: english.filters.add }).click()
  expect(await violations(page, { within: '[role=menu]' })).toEqual([])
  await page.getByRole('menuitem', { name: english.fields.paymentMethod }).click()
  await page.locator('select:focus').selectOption('cod')
  await page.waitForURL(/paymentMethod=cod/)
})

asAdmin(
  'a service that does not answer is called slow, and its list comes without a reload',
  async ({ page, open }) => {
    await open()
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/api/admin/bookings?*', route => answered.then(() => route.fallback()))
    await page.getByRole('link', { name: english.bookings.page, exact: true }).click()
    await page.getByText(english.states.slow).waitFor()
    answer()
    await page.locator('main tbody tr').first().waitFor()
  },
)

asAdmin('without a connection a page says so, and opens when the connection is back', async ({ page, open }) => {
  await open()
  await page.route('**/assets/CustomersPage*', route => route.abort())
  await page.context().setOffline(true)
  await page.getByRole('link', { name: english.customers.page, exact: true }).click()
  await page.getByText(english.errors.offline).waitFor()
  await page.unroute('**/assets/CustomersPage*')
  await page.context().setOffline(false)
  await page.locator('main tbody tr').first().waitFor()
})

asAdmin('the days of a year are one stop of the Tab key, and on a phone a month is shown', async ({ page, open }) => {
  await open('settings?year=2099')
  const days = page.locator('.holiday-day')
  await expect.poll(() => days.count()).toBe(365)
  expect(await page.locator('.holiday-day[tabindex="0"]').count()).toBe(1)
  await days.first().focus()
  for (const key of [...Array<string>(5).fill('ArrowDown'), 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'ArrowDown'])
    await page.keyboard.press(key)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Thursday, 5 February 2099' }).press('Escape')
  await page.locator('[data-day="2099-02-05"]:focus').waitFor()
  await page.setViewportSize({ width: 360, height: 800 })
  await expect.poll(() => days.count()).toBe(28)
  await page.getByRole('button', { name: english.days.after, exact: true }).click()
  await expect.poll(() => days.count()).toBe(31)
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

test('a permission that is taken away closes its page at the first refusal, and the search everywhere', async () => {
  const { page, open, settled, problems } = await enter('operator')
  await open('customers')
  const overrides = { customers: { view: false, edit: false } }
  const path = '/api/admin/users/administrator-operator/permissions'
  await admin().send('PUT', path, { body: { overrides } })
  await page.getByRole('searchbox').fill('lin')
  await page.getByText(english.states.notPermitted).waitFor()
  const { length } = problems
  await page.keyboard.press('/')
  const search = page.getByRole('dialog').getByRole('searchbox')
  await search.fill('x')
  await page.getByText(english.search.hint).waitFor()
  await search.fill('order-2')
  await page.getByRole('menuitem').first().waitFor()
  await settled()
  expect(problems.slice(length)).toEqual([])
  await admin().send('PUT', path, { body: { overrides: {} } })
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
    const digits = (await page.locator('.packing-recipient a').last().textContent())?.slice(-3)
    const { meta } = await admin().get(`/api/admin/picking-list?shippable=true&q=${digits}`)
    await page.getByRole('searchbox', { name: english.packing.search }).fill(`${digits}`)
    await page.waitForURL(`**/packing?q=${digits}`)
    const checks = page.getByRole('checkbox', { name: /^Select order/ })
    await expect.poll(() => checks.count()).toBe((meta as { totalElements: number }).totalElements)
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
