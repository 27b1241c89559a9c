import { readFile } from 'node:fs/promises'
import { inDays } from '@campstore/testing/campground'
import { until } from '@campstore/testing/waiting'
import { expect, test } from 'vitest'
import { violationsInColours } from './browser-page.ts'
import { type StaffBrowser, useConsole } from './staff-browser.ts'

// The tasks of a day as staff do them: by mouse and keyboard, and by the texts on the screen. What they did is in the API.

const { admin, enter } = useConsole()

/** A list that the API answers to the administrator. */
async function read<T = Record<string, unknown>>(path: string): Promise<T[]> {
  const answer = await admin().get(`/api/admin/${path}`)
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`)
  return answer.data as T[]
}
const readOne = async (path: string) => (await read(path)) as unknown as Record<string, unknown>
const idOf = (address: string) => decodeURIComponent(address.split('/').at(-1) ?? '')

/** A test that begins at today's page of somebody, and in which the browser has nothing to complain about. */
const as = (person: string, name: string, run: (staff: StaffBrowser) => Promise<void>) =>
  test(`${person}: ${name}`, async () => {
    const staff = await enter(person)
    await staff.open()
    await run(staff)
    expect(staff.problems).toEqual([])
  })

async function go({ page, settled }: StaffBrowser, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await settled()
}

/** Fills fields of the open form, by how their labels begin, and sends it. Resolves when the page tells what was done. */
async function sendForm(
  { page, dialog, settled }: StaffBrowser,
  button: string | RegExp,
  told: string | RegExp,
  fields: Readonly<Record<string, string>> = {},
): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await dialog.getByLabel(new RegExp(`^${label}`)).fill(text)
  await settled()
  await dialog.getByRole('button', { name: button }).click()
  await page.getByText(told, { exact: true }).first().waitFor()
}

/** The refund that the open form tells. */
async function readRefund({ page, settled }: StaffBrowser): Promise<number> {
  await settled()
  const [, amount = ''] = /Refund\s+NT\$([\d,.]+)/.exec(await page.locator('.dialog-quote .sums').innerText()) ?? []
  return Number(amount.replaceAll(',', ''))
}

as('operator', 'reads who arrives today', async ({ page, settled }) => {
  await page.getByRole('link', { name: /Arriving/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Arrivals & departures' }).waitFor()
  await settled()
  const rows = page.getByRole('table', { name: /^Arriving/ }).getByRole('rowheader')
  const arriving = await read<{ customer: { name: string } }>('stays?kind=arriving&size=100')
  // Notes stand below the names.
  expect((await rows.allInnerTexts()).map(text => text.split('\n')[0])).toEqual(
    arriving.map(({ customer }) => customer.name),
  )
})

as('operator', 'decides that a payment with a used trade number is another one', async staff => {
  const { page, dialog } = staff
  const [used] = await read<{ target: { id: string } }>('payments?reason=trade_number_used&decided=false')
  await page.getByRole('link', { name: /To decide/ }).click()
  await page.getByRole('button', { name: 'Decide' }).click()
  await dialog.getByLabel('Another payment').check()
  await sendForm(staff, 'Decide', 'Decision recorded', { Note: 'Two payments' })
  await page.getByText('Nothing to decide').waitFor()
  expect(await read(`payments?reason=trade_number_used&targetId=${used?.target.id}`)).toMatchObject([
    { decision: 'another-payment', decisionNote: 'Two payments', decidedBy: { id: 'administrator-operator' } },
  ])
})

as('operator', 'records refunds in a row, for which the trade number is copied, and corrects one', async staff => {
  const { page, settled, open } = staff
  const oldest = await read<{ payment: { providerTradeNo: string } }>('refunds?status=due&size=2')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await go(staff, 'Money')
  await page.getByRole('tab', { name: 'Refunds due' }).click()
  await page.getByRole('button', { name: 'Mark refunded', exact: true }).first().click()
  for (const [index, { payment }] of oldest.entries()) {
    const number = page.getByLabel('Refund number', { exact: true })
    await number.and(page.locator(':focus')).waitFor()
    await page.evaluate("navigator.clipboard.writeText('')")
    await page.getByRole('button', { name: 'Copy: Payment' }).click()
    await page.waitForFunction('navigator.clipboard.readText()')
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(payment.providerTradeNo)
    const button = index === oldest.length - 1 ? 'Mark refunded' : 'Save and next'
    await sendForm(staff, button, 'Refund recorded', { 'Refund number': `R-2026-${index}` })
    await settled()
  }
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const done = { status: 'done', reference: 'R-2026-1', doneBy: { id: 'administrator-operator' } }
  expect(await read('refunds?status=done&q=R-2026-1')).toMatchObject([done])
  await open('money?tab=done')
  await page.getByRole('row').filter({ hasText: 'R-2026-1' }).getByRole('button', { name: 'Correct' }).click()
  await sendForm(staff, 'Save', 'Refund corrected', { 'Refund number': 'R-2026-7' })
  expect(await read('refunds?status=done&q=R-2026-7')).toMatchObject([{ reference: 'R-2026-7' }])
})

as('operator', 'confirms a booking by keyboard; parts of its payment are given back together', async staff => {
  const { page, dialog, open, settled } = staff
  await page.getByRole('link', { name: /To confirm/ }).press('Enter')
  await page.getByRole('table', { name: 'Bookings' }).getByRole('rowheader').getByRole('link').first().press('Enter')
  // The list has a button of that name too.
  await page.locator('.page-header-back').waitFor()
  await page.getByRole('button', { name: 'Confirm' }).press('Enter')
  await dialog.getByRole('button', { name: 'Confirm' }).press('Enter')
  await page.getByText('1 booking confirmed').waitFor()
  await settled()
  const id = idOf(page.url())
  expect(await readOne(`bookings/${id}`)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' })

  const [button, refused] = ['Partial refund', 'In whole TWD, as the payment, or all that is left.']
  await page.getByRole('button', { name: button }).click()
  await sendForm(staff, button, refused, { 'Refund amount': '12.50', Reason: 'No hot water' })
  await sendForm(staff, button, 'The refund is due', { 'Refund amount': '12' })
  const history = page.getByRole('list', { name: 'History' })
  await history.getByText('Refund due', { exact: true }).waitFor()
  for (const amount of ['8.00', '50.00'])
    await admin().post(`/api/admin/bookings/${id}/refunds`, { amount, reason: 'No hot water' })
  await open(`bookings/${id}`)
  const withdraw = page.getByRole('button', { name: 'Withdraw' })
  await page.locator('span').filter({ hasText: 'NT$50', has: withdraw }).last().locator(withdraw).click()
  await sendForm(staff, 'Withdraw', 'Refund withdrawn', { Reason: 'A zero too many' })
  await history.getByText('A zero too many').waitFor()

  const openAll = async (list: string) => {
    await open(list)
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await page.getByRole('button', { name: /^Mark \d+ refunded together$/ }).click()
    await dialog.waitFor()
    await settled()
  }
  await openAll('money')
  await dialog.getByText('These refunds are of several payments.').waitFor()
  await page.keyboard.press('Escape')
  await openAll(`money?q=${id}`)
  await sendForm(staff, 'Mark refunded', '2 refunds recorded', { 'Refund number': 'R-2026-9' })
  const { refundStatus, refunds } = await readOne(`bookings/${id}`)
  expect(refundStatus).toBe('done')
  expect(refunds).toMatchObject([
    { amount: '12.00', cause: 'goodwill', status: 'done' },
    { amount: '8.00', status: 'done' },
    { amount: '50.00', status: 'withdrawn' },
  ])
})

as('operator', 'closes a night, and cancels all bookings that this affects, with their refunds', async staff => {
  const { page, dialog, settled } = staff
  const [stay] = await read<{ campgroundName: string; checkIn: string }>(
    `bookings?status=confirmed&checkInFrom=${inDays(2)}&sort=checkIn,asc`,
  )
  const { campgroundName, checkIn } = stay ?? expect.fail('no stay')
  const reason = 'Landslide on the road'
  await go(staff, 'Closures')
  await page.getByRole('button', { name: 'Close nights' }).click()
  await dialog.getByLabel('Campground').selectOption({ label: campgroundName })
  for (const label of ['First closed night', 'Last closed night']) await dialog.getByLabel(label).fill(checkIn)
  await dialog.getByLabel('Reason').fill(reason)
  const told = await dialog.getByText(/^\d+ bookings? (?:is|are) affected\.$/).innerText()
  await dialog.getByRole('button', { name: 'Close these nights' }).click()
  await page.getByRole('heading', { level: 1, name: `Closure of ${campgroundName}` }).waitFor()
  await settled()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: /^Cancel \d+ selected$/ }).click()
  await sendForm(staff, 'Cancel and refund', /^\d+ bookings? cancelled$/, { Reason: reason })
  await page.getByText('No bookings affected').waitFor()
  const due = await read<{ cause: string; reason: string }>('refunds?status=due&targetKind=booking&size=100')
  const ofClosure = due.filter(refund => refund.cause === 'cancelled' && refund.reason === reason)
  expect(ofClosure).toHaveLength(Number.parseInt(told, 10))
  expect(ofClosure).not.toEqual([])
})

as('operator', 'exports the takings of the month', async staff => {
  const { page } = staff
  await go(staff, 'Money')
  await page.getByRole('tab', { name: 'Exports' }).click()
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV: Daily takings' }).click()
  const download = await coming
  expect(download.suggestedFilename()).toMatch(/^reports-takings-.*\.csv$/)
  const [head, first] = (await readFile(await download.path(), 'utf8')).split('\r\n')
  expect(head).toMatch(/^\uFEFF?date,bookings\.count,bookings\.amount,/)
  // A spreadsheet keeps a date as it is written: ="2026-11-01" (docs/contract/admin.md#csv).
  expect(first?.replaceAll(/[="]/g, '')).toMatch(new RegExp(`^${inDays(0).slice(0, 7)}-01,`))
})

as('warehouse', 'packs an order and ships it; a piece comes back, and its return is undone', async staff => {
  const { page, dialog, open, settled } = staff
  await go(staff, 'Packing')
  const ready = page.getByRole('region', { name: /^Ready to ship/ })
  const order = ready.getByRole('article').first()
  const id = idOf((await order.getByRole('link').first().getAttribute('href')) ?? '')
  await order.getByRole('button', { name: 'Ship' }).click()
  await page.getByLabel('Carrier').pressSequentially('Post')
  await page.keyboard.press('Tab')
  await page.keyboard.type('P-2026-1')
  await dialog.getByRole('button', { name: 'Ship 1' }).click()
  await page.getByText(`Order ${id} shipped`).waitFor()
  expect(await readOne(`orders/${id}`)).toMatchObject({
    status: 'shipped',
    shipment: { carrier: 'Post', trackingNumber: 'P-2026-1', by: { id: 'administrator-warehouse' } },
  })

  await open(`orders/${id}`)
  await page.locator('.page-header').getByRole('button', { name: 'Return', exact: true }).click()
  await dialog.waitFor()
  await settled()
  expect(await page.getByLabel('Refund amount').isEditable()).toBe(false)
  expect(await violationsInColours(page, { within: '[role=dialog]' })).toEqual([])
  await dialog.getByLabel('Reason').fill('Crushed on the way')
  await dialog.getByRole('combobox', { name: /^To/ }).first().selectOption({ label: 'Written off' })
  // The form shows an earlier quote until the quote of one piece has come.
  const quoted = page.waitForResponse(answer => {
    const { items = [] } = answer.url().endsWith('/quotes') ? answer.request().postDataJSON() : {}
    return items.length === 1 && items[0].quantity === 1
  })
  for (const [index, pieces] of (await dialog.getByLabel(/^Pieces/).all()).entries())
    await pieces.fill(index === 0 ? '1' : '0')
  const { refundAmount: amount } = (await (await quoted).json()).data
  await until(async () => (await readRefund(staff)) === Number(amount))
  await page.locator('.dialog-actions > :last-child').click()
  await page.getByText('Return recorded').waitFor()
  await page.getByRole('region', { name: 'Returns' }).getByText('Crushed on the way').waitFor()
  expect(await readOne(`orders/${id}`)).toMatchObject({
    status: 'shipped',
    returns: [{ reason: 'Crushed on the way', items: [{ quantity: 1, to: 'written-off' }] }],
    refunds: [{ cause: 'returned', amount }],
  })

  await page.getByRole('button', { name: 'Undo return' }).click()
  await sendForm(staff, 'Undo return', 'Return undone', { Reason: 'Another parcel' })
  expect(await readOne(`orders/${id}`)).toMatchObject({ status: 'shipped', refundStatus: 'none', returns: [] })
})

type Stock = { sku: string; variantId: string; locations: { locationName: string; kind: string; onHand: number }[] }

as('warehouse', 'receives a delivery, and counts a shelf', async staff => {
  const { page, dialog, settled } = staff
  const [{ sku, variantId, locations } = expect.fail('no stock')] = await read<Stock>('stock?kind=store')
  const { locationName, onHand } = locations.find(({ kind }) => kind === 'store') ?? expect.fail('no store')
  for (const [form, reason, pieces, count, send, told, left] of [
    ['Receive', 'Delivery number', 'Pieces', 5, 'Book in', '1 line booked in', onHand + 5],
    ['Count', 'Reason', 'Counted', onHand + 4, 'Book count', '1 difference booked', onHand + 4],
  ] as const) {
    await go(staff, 'Stock')
    await page.getByRole('button', { name: form, exact: true }).click()
    await dialog.getByLabel(reason).fill('N-2026-1')
    await dialog.getByLabel('Location').selectOption({ label: locationName })
    await dialog.getByLabel('Add a variant').fill(sku)
    await dialog.getByRole('button', { name: sku }).waitFor()
    await settled()
    await dialog.getByLabel('Add a variant').press('Enter')
    await dialog.getByLabel(`${pieces}: ${sku}`).fill(String(count))
    await dialog.getByRole('button', { name: send }).click()
    await page.getByText(told).waitFor()
    const [stored] = await read<Stock>(`stock?variantId=${variantId}`)
    expect(stored?.locations).toContainEqual(expect.objectContaining({ locationName, onHand: left }))
  }
})

as('operator', 'shortens a stay at the current price: its refund in Money is the quoted one', async staff => {
  const { page, dialog, open } = staff
  const stays = await read<{ bookingId: string; checkIn: string; checkOut: string }>(
    `bookings?status=confirmed&paymentStatus=paid&checkInFrom=${inDays(2)}&size=100`,
  )
  const nights = ({ checkIn, checkOut }: (typeof stays)[number]) => Date.parse(checkOut) - Date.parse(checkIn)
  const { bookingId, checkOut } = stays.find(stay => nights(stay) > 86_400_000) ?? expect.fail('no stay is long enough')
  const before = new Date(Date.parse(checkOut) - 86_400_000).toISOString().slice(0, 10)
  await open(`bookings/${bookingId}`)
  await page.getByRole('button', { name: 'Change stay' }).click()
  await dialog.getByLabel('Reason').fill('One night less')
  await dialog.getByLabel('Check-out').fill(before)
  await dialog.getByLabel('Price').selectOption('new')
  await dialog.locator('.dialog-quote').getByText('Refund').waitFor()
  const amount = await readRefund(staff)
  expect(amount).toBeGreaterThan(0)
  await page.locator('.dialog-actions > :last-child').click()
  await page.locator(`.page-header time[datetime="${before}"]`).waitFor()
  expect((await readOne(`bookings/${bookingId}`)).changes).toMatchObject([{ after: { checkOut: before } }])
  const due = await read<{ cause: string; amount: string; target: { id: string } }>('refunds?status=due&size=100')
  const its = due.filter(({ cause, target }) => cause === 'changed' && target.id === bookingId)
  expect(its.map(refund => Number(refund.amount))).toEqual([amount])
  await open(`money?tab=due&q=${bookingId}`)
  const row = page.getByRole('row').filter({ hasText: `NT$${amount.toLocaleString('en')}` })
  await row.waitFor()
})

as('admin', 'has another system told what happens', async staff => {
  const { page, dialog } = staff
  const url = 'https://books.invalid/hook'
  await go(staff, 'Webhooks')
  await page.getByRole('button', { name: 'New webhook' }).click()
  await dialog.getByLabel('order.paid').check()
  await sendForm(staff, 'Create', 'Webhook secret', { URL: url })
  expect(await page.getByText(/^whsec_/).innerText()).toMatch(/^whsec_.{44}$/)
  await dialog.press('Escape')
  await page.getByRole('button', { name: `Edit ${url}` }).click()
  await sendForm(staff, 'Save', 'Webhook saved', { Description: 'Bookkeeping' })
  const stored = { url, description: 'Bookkeeping', eventTypes: ['order.paid'], active: true }
  expect(await read('webhooks')).toContainEqual(expect.objectContaining(stored))
})

as('admin', 'sees in the audit log what each of them did', async ({ page, open }) => {
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
