import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const logModule = fileURLToPath(new URL('./log.ts', import.meta.url))

/** The lines that a process writes which runs `statements` with a logger called `log`. */
async function logged(level: string, statements: string): Promise<Record<string, unknown>[]> {
  const code = `import { createLogger } from '${logModule}'; const log = createLogger('booking', '${level}'); ${statements}`
  const run = promisify(execFile)(process.execPath, ['--input-type=module-typescript', '-e', code])
  const { stdout } = await run
  return stdout
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line))
}

test('the row that an error of the database is about is removed, also from what the ORM appends to the message', async () => {
  const row = `{ code: '23502', table: 'customer', detail: 'row (s3cret\\n at x)', where: 's3cret', internalQuery: 's3cret' }`
  const error = `Object.assign(new Error('violates a constraint\\n - detail: row (s3cret\\n at x)'), ${row})`
  const errors = `[${error}, new Error('failed', { cause: ${error} }), new AggregateError([null, 'x', ${error}])]`
  const lines = await logged('info', `for (const err of ${errors}) log.error({ err }, 'failed')`)
  expect(JSON.stringify(lines)).not.toContain('s3cret')
  expect(lines).toMatchObject([
    { err: { message: 'violates a constraint', code: '23502', table: 'customer' } },
    { err: { message: 'failed: violates a constraint' } },
    { err: { aggregateErrors: [null, 'x', { message: 'violates a constraint' }] } },
  ])
})

test('no token, no personal data: what could name a person or open a door is removed', async () => {
  const secrets = "{ authorization: 's3cret', token: 's3cret', email: 's3cret', cookie: 's3cret' }"
  const [flat, nested] = await logged(
    'info',
    `log.info(${secrets}, 'flat'); log.info({ request: ${secrets} }, 'nested')`,
  )
  expect(JSON.stringify([flat, nested])).not.toContain('s3cret')
  expect(nested).toMatchObject({ msg: 'nested', request: {} })
})
