import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createInternalKeys } from '@campstore/auth/internal-keys'
import { expect, onTestFinished, test } from 'vitest'

const source = (file: string): string => fileURLToPath(new URL(file, import.meta.url))
const bookingMain = source('../../../services/booking/src/main.ts')

/** Runs a module in its own process. */
function run(code: string, environment: Record<string, string> = {}) {
  const env = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...environment }
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', code], { env })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  let errors = ''
  child.stdout.on('data', chunk => {
    output += chunk
  })
  child.stderr.on('data', chunk => {
    errors += chunk
  })
  const ended = once(child, 'close').then(([code]) => ({ code, output, errors }))
  return { child, ended, printed: () => once(child.stdout, 'data') }
}

const sound = {
  PORT: '0',
  DATABASE_URL: 'postgres://campstore_booking:a-password-of-our-own@127.0.0.1/campstore',
  RABBITMQ_URL: 'amqp://campstore_booking:a-password-of-our-own@127.0.0.1',
  PAYMENT_SIGNING_SECRET: '0f9c2b7e41d85a36c07be914f2d6a853',
  FIREBASE_PROJECT_ID: 'a-real-project',
  FIREBASE_CHECK_REVOKED: 'platform',
  INTERNAL_TOKEN_PUBLIC_KEYS: createInternalKeys().environment.INTERNAL_TOKEN_PUBLIC_KEYS,
}

const running = (start: string) => `
  import { runUntilStopped } from '${source('./run-until-stopped.ts')}'
  const print = (fields, message) => console.log(message + (fields.err ? ': ' + fields.err.message : ''))
  await runUntilStopped({ info: print, error: print }, ${start})`

test('a wrong configuration: a line for each variable on standard error, exit code 78', async () => {
  const { ended } = run(`await import('${bookingMain}')`, {
    ...sound,
    PORT: '70000',
    DATABASE_URL: 'nowhere',
    FIREBASE_PROJECT_ID: '',
    RABBITMQ_URL_FILE: '/none/broker',
    RABBITMQ_URL: '',
    PAYMENT_SIGNING_SECRETS: 'hunter2',
  })
  const { code, output, errors } = await ended
  expect([code, output]).toEqual([78, ''])
  expect(errors.split('\n')).toEqual([
    'The configuration of booking is not valid:',
    expect.stringMatching(/^ {2}PORT is too big\. Set it to .+ Example: PORT=8081$/),
    expect.stringMatching(/^ {2}DATABASE_URL is not valid\. Set it to .+ Example: DATABASE_URL=postgres:/),
    expect.stringMatching(/^ {2}FIREBASE_PROJECT_ID is not set\. Set it to /),
    expect.stringMatching(/^ {2}RABBITMQ_URL_FILE names a file that cannot be read \(ENOENT\)\. /),
    '  PAYMENT_SIGNING_SECRETS is not a configuration variable. Did you mean PAYMENT_SIGNING_SECRET?',
    '',
  ])
})

test('on SIGTERM it stops in good order, once, however often it comes', async () => {
  const stopping = `async () => ({
    url: 'http://here',
    keptAlive: setInterval(() => {}, 1000),
    stop: async () => { console.log('stopped by request'); await new Promise(resolve => setTimeout(resolve, 100)) }
  })`
  const { child, ended, printed } = run(running(stopping))
  await printed()
  child.kill('SIGTERM')
  child.kill('SIGINT')
  child.kill('SIGTERM')
  const { code, output } = await ended
  expect(code).toBe(0)
  expect(output.split('\n')).toEqual(['Listening', 'Stopping', 'stopped by request', 'Stopped', ''])
})

test('on SIGTERM during its start it stops as soon as it has started', async () => {
  const slow = `async () => {
    console.log('starting')
    const keptAlive = setInterval(() => {}, 1000)
    await new Promise(resolve => process.once('SIGTERM', resolve))
    return { url: 'http://here', keptAlive, stop: async () => console.log('stopped by request') }
  }`
  const { child, ended, printed } = run(running(slow))
  await printed()
  child.kill('SIGTERM')
  const { code, output } = await ended
  expect([code, output.split('\n')]).toEqual([0, ['starting', 'Stopping', 'stopped by request', 'Stopped', '']])
})

const failingLater = (fail: string) => `async () => { setTimeout(() => ${fail}, 10); return { url: '' } }`

test.each([
  ['a start that fails', `async () => { throw new Error('no port') }`, 'The process could not start: no port'],
  ['a rejection', failingLater(`Promise.reject(new Error('lost'))`), 'A rejection was not handled: lost'],
  ['an error', failingLater(`{ throw new Error('thrown') }`), 'An error was not caught: thrown'],
])('%s: one line, exit code 1', async (_, start, line) => {
  const { code, output } = await run(running(start)).ended
  expect(code).toBe(1)
  expect(output.trim().split('\n').at(-1)).toBe(line)
})

test('on SIGTERM it ends also when the reader of its log has stopped reading', async () => {
  const code = `
    import { runUntilStopped } from '${source('./run-until-stopped.ts')}'
    import { createLogger } from '${source('./telemetry/log.ts')}'
    const log = createLogger('test', 'info')
    const keptAlive = setInterval(() => {}, 1000)
    await runUntilStopped(log, async () => ({ url: 'here', stop: async () => clearInterval(keptAlive) }))
    for (let line = 0; line < 5_000; line += 1) log.info('x'.repeat(200))`
  const { child, printed } = run(code)
  await printed()
  child.stdout.pause()
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
  child.stdout.destroy()
})
