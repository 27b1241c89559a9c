import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createTestDatabase } from '@campstore/testing/databases'
import { paymentSecret } from '@campstore/testing/secrets'
import { testServers } from '@campstore/testing/servers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importDirectory } from '../../tools/import/import-directory.ts'
import { demoDirectory } from '../../tools/import/testing/data-set-files.ts'
import { adapted, codeOf } from '../system/snippets.ts'
import { type System, startSystem } from '../system/system.ts'

// The commands of the guides do what the text says when they are copied into a shell, however often.
// The publisher in a shell of docs/guides/payments.md has a test of its own, payment-guide.test.ts.
const guides = ['administration', 'getting-started']
const root = fileURLToPath(new URL('../../', import.meta.url))
const run = promisify(execFile)

let system: System
let adminUrl: string
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'campstore-commands-'))
  const database = await createTestDatabase()
  adminUrl = database.adminUrl
  await importDirectory({ directory: demoDirectory, adminUrl })
  system = await startSystem({ services: ['booking', 'checkout', 'products', 'me', 'admin'], processes: 1, database })
})
afterAll(async () => {
  await system?.stop()
  await rm(folder, { recursive: true, force: true })
})

type Answer = { success?: boolean; data?: unknown; error?: { code: string } }

/** Runs commands in a shell that ends with the first one that fails; returns what they print, and each answer that curl got. */
async function play(commands: string): Promise<{ stdout: string; answers: Answer[] }> {
  const file = join(folder, 'answers')
  await writeFile(file, '')
  const keepAnswers = `curl() { command curl "$@" | tee -a '${file}'; echo >> '${file}'; }`
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', `${keepAnswers}\n${commands}`], {
    cwd: root,
    env: {
      ...process.env,
      FIREBASE_AUTH_EMULATOR_HOST: testServers().identityHost,
      RABBITMQ_URL: system.rabbitmqUrl,
      DATABASE_ADMIN_URL: adminUrl,
      PAYMENT_SIGNING_SECRET: paymentSecret,
    },
  })
  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  return { stdout, answers: lines.map(line => JSON.parse(line)) }
}

const refusals = (answers: Answer[]) => answers.flatMap(({ error }) => error?.code ?? [])

test('the stories of the tour, twice in a row', async () => {
  const stories = adapted(codeOf('docs/guides/tour.md', 'sh').join('\n'), { 'http://127.0.0.1:8080': system.url })
  for (const time of [1, 2]) {
    const { stdout, answers } = await play(stories)
    expect(stdout, `time ${time}`).toContain('Applied: the booking is paid')
    expect(stdout, `time ${time}`).toContain('Applied: the order is paid')
    expect(answers).toHaveLength(stories.match(/\bcurl -s/g)?.length ?? 0)
    expect(refusals(answers), 'only the cancellation of a paid booking is refused').toEqual(['CONFLICT'])
  }
  const { rows } = await system.owner.query(`
    select status, payment_status as payment from booking.booking
    union all
    select status, payment_status from checkout.store_order
    order by status`)
  const confirmed = { status: 'confirmed', payment: 'paid' }
  const shipped = { status: 'shipped', payment: 'paid' }
  expect(rows).toEqual([confirmed, confirmed, shipped, shipped])
})

test.each(guides)('the commands of the guide %s, twice in a row', async guide => {
  const commands = codeOf(`docs/guides/${guide}.md`, 'sh').join('\n')
  const ours = commands
    .replaceAll('http://127.0.0.1:8080', system.url)
    .replaceAll('127.0.0.1:9099', testServers().identityHost)
  for (const _ of [1, 2]) {
    const { answers } = await play(ours)
    expect(answers).toHaveLength(1)
    expect(answers[0]).toSatisfy(({ success, idToken }) => success === true || typeof idToken === 'string')
  }
})

test('no guide with commands is forgotten', async () => {
  const files = await readdir(join(root, 'docs/guides'))
  const withCommands = files.filter(file => codeOf(`docs/guides/${file}`, 'sh').length > 0)
  expect(withCommands.sort()).toEqual([...guides, 'payments', 'tour'].map(guide => `${guide}.md`))
})
