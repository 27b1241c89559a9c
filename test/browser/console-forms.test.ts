import type { Locator, Page } from '@campstore/testing/browser'
import { until } from '@campstore/testing/waiting'
import { expect } from 'vitest'
import { violations } from './browser-page.ts'
import { english } from './console-sources.ts'
import { useConsole } from './staff-browser.ts'

// What goes wrong with forms: double clicks, lost responses, forms that are left, mistakes, and refusals of the API.

const { admin, asAdmin } = useConsole()

const conflict = {
  status: 409,
  json: { success: false, error: { code: 'CONFLICT', message: 'It has changed.', details: [] } },
}
const question = (page: Page) => page.getByRole('dialog', { name: english.unsaved.title })

/** Shows a page again until it has read what others have changed: it reads again what is older than some seconds. */
const showAgain = (page: Page, changed: Locator) =>
  expect
    .poll(async () => {
      await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
      return changed.isVisible()
    })
    .toBe(true)

/** Answers every write with a conflict. @returns method and path of each */
async function refuseChanges(page: Page): Promise<string[]> {
  const sent: string[] = []
  await page.route('**/api/admin/**', route => {
    const request = route.request()
    if (request.method() === 'GET' || /\/(?:session|quotes)$/.test(request.url())) return route.fallback()
    sent.push(`${request.method()} ${new URL(request.url()).pathname}`)
    return route.fulfill(conflict)
  })
  return sent
}

/** A double click, before anything is drawn. */
const twice = (button: { click(): void }) => [button.click(), button.click()]

asAdmin('a double click sends an action once: a plain one, and one that asks', async ({ page, open, settled }) => {
  const sent = await refuseChanges(page)
  const button = (name: RegExp) => page.locator('main').getByRole('button', { name }).first()
  const sendsOnce = async (control: Locator, request: string) => {
    await control.evaluate(twice)
    await until(() => sent.length > 0)
    await settled()
    expect(sent.splice(0)).toEqual([expect.stringContaining(request)])
  }
  await open('arrivals')
  await page.locator('main').getByRole('checkbox', { name: english.actions.selectAll }).first().check()
  await button(/^Confirm/).click()
  await sendsOnce(page.locator('.dialog-actions > :last-child'), 'POST /api/admin/bookings/confirm')
  await leave(page)
  await sendsOnce(button(/^Check in/), '/attendance')
})

asAdmin('a form sends nothing without a change, and asks before a change is lost', async ({ page, dialog, open }) => {
  const sent = await refuseChanges(page)
  await open('bookings?status=pending&paymentStatus=paid')
  await page.locator('main tbody a').first().click()
  const openForm = () => page.getByRole('button', { name: english.bookings.contact.title }).click()
  await openForm()
  await dialog.getByRole('button', { name: english.actions.save }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(sent).toEqual([])
  await openForm()
  await dialog.getByLabel(english.fields.name).fill('Lin Mei')
  await page.mouse.click(2, 2)
  await page.locator('.dialog:focus-within').waitFor()
  for (const leaves of waysOut) {
    await leaves(page)
    await question(page).getByRole('button', { name: english.unsaved.stay }).click()
    await question(page).waitFor({ state: 'detached' })
  }
  expect(await dialog.getByLabel(english.fields.name).inputValue()).toBe('Lin Mei')
  expect(await page.evaluate("dispatchEvent(new Event('beforeunload', { cancelable: true }))")).toBe(false)
})

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
  expect(keys).toEqual(Array(4).fill(keys[0]))
  expect(keys[0]).toEqual(expect.any(String))
})

asAdmin('a field that somebody else has changed is told before it is replaced', async ({ page, dialog, open }) => {
  const { data } = await admin().get('/api/admin/customers?size=1')
  const [{ id } = expect.fail('no customer')] = data as { id: string }[]
  const change = async (name: string) =>
    expect((await admin().send('PATCH', `/api/admin/customers/${id}`, { body: { name } })).status).toBe(200)
  await change('Lin')
  await open(`customers/${id}`)
  await page.getByRole('button', { name: english.actions.edit, exact: true }).click()
  await dialog.getByLabel(english.fields.name).fill('Lin Mei')
  await change('Lin Da')
  await showAgain(page, page.locator('h1', { hasText: 'Lin Da' }))
  await dialog.getByRole('button', { name: english.actions.save }).click()
  await dialog.getByText(english.problems.overtakenBy.replace('{{value}}', 'Lin Da')).waitFor()
  await dialog.getByRole('button', { name: english.actions.save }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.locator('h1', { hasText: 'Lin Mei' }).waitFor()
})

asAdmin(
  'a form stays open, with what was typed, when its record has another state meanwhile',
  async ({ page, dialog, open }) => {
    await open('orders?readyToShip=true')
    await page.locator('main tbody a').first().click()
    await page.getByRole('button', { name: english.orders.changeRecipient }).click()
    await dialog.getByLabel(english.fields.name).fill('Lin Mei')
    await admin().post(`/api/admin/orders/${new URL(page.url()).pathname.split('/').at(-1)}/ship`, {})
    await dialog.getByRole('button', { name: english.actions.save }).click()
    await page.locator('.page-header', { hasText: english.orders.actions.unship }).waitFor()
    expect(await dialog.getByLabel(english.fields.name).inputValue()).toBe('Lin Mei')
  },
)

asAdmin('a form that is not complete shows its first mistake, and the focus is there', async ({ page, open }) => {
  await open('webhooks')
  await page.getByRole('button', { name: english.webhooks.create }).click()
  await page.getByLabel(english.webhooks.url).fill('https://hook.example/x')
  await page.getByRole('dialog').getByRole('button', { name: english.actions.create }).click()
  await page.locator('fieldset:focus-within .field-problem').waitFor()
  await leave(page)

  // A rule for two fields is checked although a third one is missing.
  await open('settings?tab=booking')
  const texts = english.settings
  await page.getByRole('button', { name: texts.changeBookingPolicy }).click()
  await page.getByLabel(texts.advanceDays).fill('30')
  await page.getByLabel(texts.bookingWindowDays).fill('20')
  await page.getByLabel(texts.maxNights).fill('')
  await page.getByRole('dialog').getByRole('button', { name: english.actions.save }).click()
  await page.getByText(english.problems.required).waitFor()
  await page.getByText(english.problems.atMost.replace('{{number}}', '20')).waitFor()
  expect(await page.getByLabel(texts.maxNights).inputValue()).toBe('')
})

asAdmin('a problem that the API has told stays at its field until that changes', async ({ page, dialog, open }) => {
  await open('team')
  await page.getByRole('button', { name: english.team.create }).click()
  const send = () => dialog.getByRole('button', { name: english.actions.create }).click()
  await dialog.getByLabel(english.fields.name).fill('Lin')
  const email = dialog.getByLabel(english.fields.email)
  await email.fill('admin@campstore.test')
  await email.press('Enter')
  await dialog.getByText(english.problems.taken).waitFor()
  await email.and(page.locator(':focus')).waitFor()
  await dialog.getByLabel(english.fields.name).fill('')
  await send()
  await dialog.getByText(english.problems.required).waitFor()
  expect(await dialog.getByText(english.problems.taken).count()).toBe(1)
  await email.fill('lin@campstore.test')
  await dialog.getByText(english.problems.taken).waitFor({ state: 'detached' })
})

asAdmin('a lower tier of cancellations is refused at its field, and another one is saved', async staff => {
  const { page, dialog, open } = staff
  const texts = english.settings
  await open('settings?tab=booking')
  await page.getByRole('button', { name: texts.changeTiers }).click()
  await dialog.getByRole('button', { name: texts.addTier }).click()
  for (const [days, told] of [
    ['20', dialog.getByText(english.problems.lowerTier)],
    ['1', page.getByText(texts.tiersSaved)],
  ] as const) {
    await dialog.getByLabel(texts.tierDays).last().fill(days)
    await dialog.getByRole('button', { name: english.actions.save }).click()
    await told.waitFor()
  }
})

asAdmin('a cancellation proposes the refund of its booking', async ({ page, dialog, open, settled }) => {
  await open('bookings?status=pending&paymentStatus=paid')
  await page.locator('main tbody a').first().click()
  await page.getByRole('button', { name: english.bookings.actions.cancelPaid }).click()
  await settled()
  const { data } = await admin().get(`/api/admin/bookings/${new URL(page.url()).pathname.split('/').at(-1)}`)
  const { cancellation } = data as { cancellation: { refundAmount: string | null } }
  expect(await dialog.getByLabel(english.refund.amount).inputValue()).toBe(cancellation.refundAmount ?? '0.00')
  await dialog.getByText(/^By the rules of this booking/).waitFor()
})

asAdmin('a second decision about a payment shows the first and its maker', async ({ page, dialog, open, settled }) => {
  await open('bookings?status=pending&paymentStatus=paid')
  await page.locator('main tbody a').first().click()
  await page.getByRole('button', { name: english.payments.decide }).click()
  const send = () => dialog.getByRole('button', { name: english.payments.decide }).click()
  await send()
  await dialog.getByText(english.problems.required).waitFor()
  await dialog.getByLabel(english.payments.decisions['another-payment']).check()
  const [used] = (await admin().get('/api/admin/payments?decided=false&reason=trade_number_used')).data as Payment[]
  const { eventId, target } = used ?? expect.fail('no payment waits for a decision')
  const first = { eventId, targetKind: target.kind, decision: 'same-payment', note: 'Typed twice' }
  expect(await admin().post('/api/admin/payments/decisions', first)).toMatchObject({ status: 200 })
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
  const { data } = await admin().get(`/api/admin/products/${id}`)
  return (data as { description: string }).description.replaceAll(/ rel="[^"]+"| \/(?=>)/g, '')
}

asAdmin('a description is written with bold words, lists and links, and keeps what was not changed', async staff => {
  const { page, dialog, open, settled } = staff
  const texts = english.products
  const editor = dialog.getByRole('textbox', { name: texts.description })
  const tool = (name: string) => dialog.getByRole('button', { name, exact: true })
  await open('products')
  await page.getByRole('button', { name: texts.create }).click()
  await dialog.getByLabel(english.coupons.name).fill('Lantern')
  await dialog.getByLabel(texts.sku, { exact: true }).fill('LANTERN-1')
  await dialog.getByLabel(texts.specification).fill('One')
  await dialog.getByLabel(texts.price).fill('0.01')
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
  await page.getByRole('main').locator('strong', { hasText: 'dry' }).waitFor()
  await page.getByRole('main').locator('li', { hasText: 'one' }).waitFor()
  await admin().send('PATCH', `/api/admin/products/${id}`, { body: { description: everyElement } })
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

/** Word has its styles in a block, and something about fonts of other scripts at each bold element. */
const fromWord =
  "<style><!-- p.MsoNormal {margin:0} --></style><p class=MsoNormal style='margin:0'><b style='mso-bidi-font-weight:normal'>Ridge</b>, dry</p>"
/** Google Docs has one bold element, which is not bold, around everything. */
const fromDocs = '<b style="font-weight:normal;"><p><span style="font-weight:700">Ridge</span></p></b>'

asAdmin('a text that is pasted from Word or Google Docs is as bold as it was, without styles', async staff => {
  const { page, open, problems } = staff
  await open('products')
  await page.getByRole('button', { name: english.products.create }).click()
  const editor = page.getByRole('dialog').getByRole('textbox', { name: english.products.description })
  for (const [html, expected] of [
    [fromWord, '<p><strong>Ridge</strong>, dry</p>'],
    [fromDocs, '<p>Ridge</p>'],
  ] as const) {
    await editor.click()
    await page.keyboard.press('Control+a')
    await page.evaluate(`{
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', ${JSON.stringify(html)})
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }`)
    expect(await editor.innerHTML()).toBe(expected)
  }
  expect(problems).toEqual([])
})

asAdmin(
  'when a session ends, the sign-in says so, and what was written is still there afterwards',
  async ({ page, open }) => {
    await open('coupons')
    await page.getByRole('button', { name: english.coupons.create }).click()
    await page.getByRole('textbox', { name: english.coupons.code, exact: true }).fill('SUMMER')
    await page.route('**/api/admin/**', route => route.fulfill({ status: 401, json: unauthorized }))
    await page.getByRole('dialog').getByLabel(english.coupons.name).fill('Summer')
    await showAgain(page, page.getByText(english.signIn.expired))
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

// The last test: the administrator signs out.
asAdmin('a list keeps its order and filters until the sign-out', async ({ page, open, settled }) => {
  await open('orders?readyToShip=true&sort=total,asc')
  const links = page.locator('main tbody th a')
  const [first = '', second = ''] = await links.allInnerTexts()
  await links.first().click()
  const title = (id: string) => page.locator('.page-header').getByText(id, { exact: true })
  await page.getByRole('link', { name: english.actions.next, exact: true }).click()
  await title(second).waitFor()
  await page.keyboard.press('k')
  await title(first).waitFor()
  await page.reload()
  await settled()
  await page.locator('.page-header-back a').first().click()
  await page.waitForURL(({ search }) => decodeURIComponent(search) === '?readyToShip=true&sort=total,asc')
  await page.locator('.shell-side .nav-account').click()
  await page.getByRole('button', { name: english.shell.signOut }).click()
  await page.getByLabel(english.signIn.password).waitFor()
  expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('readyToShip')
})
