import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { expect, test } from 'vitest'
import { pipelineRequests } from './library-fixes.ts'

// Each of these fails when the installed amqplib no longer has the fault: then its fix, here and in the folder upstream, can go.
const patch = join(import.meta.dirname, '..', 'upstream', 'amqplib-undecodable-properties.patch')
const library = dirname(createRequire(import.meta.url).resolve('amqplib'))

test('amqplib needs the patch, whose own test passes with it only', () => {
  const copy = join(temporaryServerHome(), 'amqplib')
  cpSync(library, copy, { recursive: true, dereference: true })
  const apply = (part: string) => execFileSync('git', ['apply', `--include=${part}`, patch], { cwd: copy })
  const statusOfTest = () =>
    spawnSync(process.execPath, ['--test', join('test', 'undecodable_properties.test.js')], { cwd: copy }).status
  apply('test/*')
  expect(statusOfTest()).toBe(1)
  apply('lib/*')
  expect(statusOfTest()).toBe(0)
})

test('amqplib sends a request before the reply to the one before only as pipelineRequests makes it', async () => {
  const { BaseChannel } = await import(join(library, 'lib', 'channel.js'))
  const sentBy = (prepare: (channel: InstanceType<typeof BaseChannel>) => typeof channel) => {
    const sent: number[] = []
    const channel = prepare(new BaseChannel({ sendMethod: (_id: number, method: number) => sent.push(method) }))
    for (const method of [1, 2]) channel.sendOrEnqueue(method, {}, () => {})
    return sent
  }
  expect(sentBy(channel => channel)).toEqual([1])
  expect(sentBy(pipelineRequests)).toEqual([1, 2])
})
