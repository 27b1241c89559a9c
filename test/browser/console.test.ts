import { allPermissions, roleDefaults } from '@campstore/contract/admin/permissions'
import { createAccounts } from '@campstore/local-servers/identity'
import { testServers } from '@campstore/testing/servers'
import { describe, expect, test } from 'vitest'
import { readOperations } from '../bad-requests/operations.ts'
import { violations, violationsInColours } from './browser-page.ts'
import { actions } from './console-actions.ts'
import { chinese, english } from './console-sources.ts'
import { chooseLanguage, findOverflows, lengthenWords, look, pages, type Seen, tour } from './console-tour.ts'
import { type StaffBrowser, useConsole } from './staff-browser.ts'

// The console in a browser, on the demonstration data: who sees which pages and actions, whether they meet WCAG 2.2 AA in both
// colours, fit the screen with long words and are translated.

/** The roles, and somebody who may see everything and change nothing. */
const permissionsOf = { ...roleDefaults, viewer: allPermissions.filter(code => code.endsWith('.view')) }
type Person = keyof typeof permissionsOf
const people = Object.keys(permissionsOf) as Person[]
const may = (person: Person, permissions: readonly string[]): boolean =>
  permissions.every(permission => permissionsOf[person].some(code => code === permission))
const isOpenTo = ({ permissions, takesAny }: (typeof pages)[number], person: Person): boolean =>
  takesAny ? permissions.some(permission => may(person, [permission])) : may(person, permissions)

const { enter } = useConsole(async admin => {
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
  const found = await violationsInColours(page)
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
