import { execFileSync } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { cpSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { describe, expect, test } from 'vitest'

const require = createRequire(import.meta.url)
const upstream = join(import.meta.dirname, '..', 'upstream')

/** A file of a copy of the installed library to which one of our patches was applied. */
function patched(patch: string, file: string) {
  const copy = join(temporaryServerHome(), 'amqplib')
  cpSync(dirname(require.resolve('amqplib')), copy, { recursive: true, dereference: true })
  execFileSync('git', ['apply', join(upstream, patch)], { cwd: copy })
  return require(join(copy, 'lib', file))
}

describe('the patches for amqplib apply to its installed version, and', () => {
  test('properties that cannot be decoded are delivered as an error', () => {
    const { decodeFrame } = patched('amqplib-undecodable-properties.patch', 'frame.js')
    const basicClass = [0, 60, 0, 0]
    const bodySize = [0, 0, 0, 0, 0, 0, 0, 5]
    const headersOfWrongLength = [0x20, 0, 0, 0, 0, 9, 1]
    const frameOf = (ofClass: number[]) => ({
      type: 2,
      channel: 1,
      payload: Buffer.from([...ofClass, ...bodySize, ...headersOfWrongLength]),
    })
    expect(() => decodeFrame(frameOf([0, 10, 0, 0]))).toThrow()
    expect(decodeFrame(frameOf(basicClass))).toMatchObject({
      id: 60,
      channel: 1,
      size: 5,
      fields: { decodeError: expect.any(Error) },
    })
  })

  test('a connection that opens after its recovery was stopped may be lost while it closes', async () => {
    const { RecoveringPromiseModel } = patched('amqplib-lost-while-closing.patch', 'recovery.js')
    const { promise: opened, resolve: open } = Promise.withResolvers<EventEmitter>()
    const isHeard = Promise.withResolvers<boolean>()
    const model = Object.assign(new EventEmitter(), {
      close: async () => isHeard.resolve(model.listenerCount('error') > 0),
    })
    const recovering = new RecoveringPromiseModel(() => opened, true)
    await new Promise(setImmediate) // it opens its connection
    await recovering.close()
    open(model)
    expect(await isHeard.promise).toBe(true)
  })
})
