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

test('one line of JSON per event, with service, level by name, time and fields', async () => {
  expect(await logged('info', "log.info({ bookingId: 'b-1' }, 'hold ended')")).toEqual([
    {
      level: 'info',
      service: 'booking',
      bookingId: 'b-1',
      msg: 'hold ended',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    },
  ])
})

test('the row that an error of the database is about is removed', async () => {
  const error = `Object.assign(new Error('violates not-null constraint'), { code: '23502', table: 'customer',
    detail: 'Failing row contains (s3cret@example.com)', where: 's3cret', internalQuery: 's3cret' })`
  const [line, nested] = await logged(
    'info',
    `log.error({ err: ${error} }, 'failed'); log.error({ err: new AggregateError([${error}]) }, 'failed')`,
  )
  expect(JSON.stringify([line, nested])).not.toContain('s3cret')
  expect(line).toMatchObject({ err: { message: 'violates not-null constraint', code: '23502', table: 'customer' } })
})

test('nor is it in what the ORM appends to the message', async () => {
  const error = `Object.assign(new Error('violates check constraint\\n - detail: row (s3cret\\n at x)'),
    { detail: 'row (s3cret\\n at x)' })`
  const wrapped = `new Error('failed', { cause: ${error} })`
  const lines = await logged('info', `for (const err of [${error}, ${wrapped}]) log.error({ err }, 'failed')`)
  expect(JSON.stringify(lines)).not.toContain('s3cret')
  expect(lines).toMatchObject([
    { err: { message: 'violates check constraint' } },
    { err: { message: 'failed: violates check constraint' } },
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
