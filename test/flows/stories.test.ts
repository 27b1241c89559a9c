import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { parseJson } from '@campstore/core/parse-json'
import { trackTemporaryDirectory } from '@campstore/local-servers/processes'
import { createTestDatabase } from '@campstore/testing/databases'
import { startHttpServer } from '@campstore/testing/http-server'
import { paymentSecret } from '@campstore/testing/secrets'
import { testServers } from '@campstore/testing/servers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '../../tools/demo.ts'
import { importDirectory } from '../../tools/import/import-directory.ts'
import { activityDirectory, demoDirectory } from '../../tools/import/testing/data-set-files.ts'
import { runPay } from '../../tools/pay.ts'
import { idTokenOf } from '../../tools/token.ts'
import { codeOf } from '../system/snippets.ts'
import { type System, startSystem } from '../system/system.ts'
import { untilAuditPasses } from '../system/waiting.ts'

// What the tour and `npm run demo` do, and the other guides with commands for a shell.
let system: System
let adminUrl: string
beforeAll(async () => {
  const database = await createTestDatabase()
  adminUrl = database.adminUrl
  for (const directory of [demoDirectory, activityDirectory]) await importDirectory({ directory, adminUrl })
  const services = ['booking', 'checkout', 'products', 'me', 'admin'] as const
  system = await startSystem({ services, inProcess: true, processes: 1, database })
})
afterAll(() => system?.stop())

const environment = () => ({
  ...process.env,
  DATABASE_ADMIN_URL: adminUrl,
  FIREBASE_AUTH_EMULATOR_HOST: testServers().identityHost,
  RABBITMQ_URL: system.rabbitmqUrl,
  PAYMENT_SIGNING_SECRET: paymentSecret,
})

/** What the stories run as `npm run <command> -- <arguments>`, without a process for each. */
const commands: Record<string, (args: string[]) => Promise<string>> = {
  pay: args => runPay(args, environment()),
  token: ([email = '']) => idTokenOf(email, testServers().identityHost),
}

/** An `npm` that has its command run by a server at this address. */
const quickNpm = (url: string) => `#!/bin/sh
while [ "$1" != -- ]; do command=$1; shift; done
shift
printf '%s\\n' "$command" "$@" | exec curl -sS --fail-with-body --data-binary @- ${url}
`

async function play(): Promise<string[]> {
  const server = await startHttpServer(async (request, response) => {
    const [command = '', ...args] = (await text(request)).trimEnd().split('\n')
    const run = commands[command] ?? (async () => Promise.reject(new Error(`The stories have no command ${command}`)))
    await run(args).then(
      output => response.end(`${output}\n`),
      error => response.writeHead(500).end(`${error}\n`),
    )
  })
  const folder = mkdtempSync(join(tmpdir(), 'campstore-npm-'))
  trackTemporaryDirectory(folder)
  writeFileSync(join(folder, 'npm'), quickNpm(server.url), { mode: 0o755 })
  const shell = { ...environment(), PATH: `${folder}:${process.env.PATH}` }
  const lines: string[] = []
  const write = (line: string) => void lines.push(line.trim())
  await demo({ url: system.url, member: 'member@campstore.test' }, write, shell).finally(server.stop)
  return lines
}

test('the stories do what the tour says, and leave consistent data', async () => {
  const lines = await play()
  expect(lines.at(-1)).toBe('Every answer was as the tour says.')
  expect(lines.filter(line => line.startsWith('Applied: the '))).toHaveLength(7)
  await untilAuditPasses(system)
})

test('the stories can begin again, and stop with one line when an answer is not what the tour says', async () => {
  await system.owner.query("update checkout.coupon set status = 'inactive' where code = 'WELCOME10'")
  await expect(play()).rejects.toThrow(/^Refused, COUPON_NOT_APPLICABLE: [^\n]+$/)
})

test.each(['administration', 'getting-started'])('the commands of the guide %s do what it says', async guide => {
  const replaced = { 'http://127.0.0.1:8080': system.url, '127.0.0.1:9099': testServers().identityHost }
  // With a token, samples are run by test/guides/samples.test.ts.
  const samples = codeOf(`docs/guides/${guide}.md`, 'sh').filter(code => !code.includes('$token'))
  const commands = samples.at(-1) ?? ''
  const ours = Object.entries(replaced).reduce((text, [local, here]) => text.replaceAll(local, here), commands)
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', ours], { env: environment() })
  expect(parseJson(stdout)).toSatisfy(({ success, idToken }) => success === true || typeof idToken === 'string')
})
