import { holdQueues, holdsExchange, holdTopology } from '@campstore/messaging/hold-timers'
import { declareTopology } from '@campstore/messaging/topology'
import { connect } from 'amqplib'
import { table } from '../report.ts'
import { cpuTimesBetween, readCpuTimes } from './cpu-time.ts'

/** Messages that are published before the confirms of the first are awaited: a batch of the relay. */
const batchSize = 200

/**
 * Publishes persistent messages with confirms to queues as holds have them, and consumes them with acknowledgements: once
 * directly, and once through the delay queue, where each waits a second, expires and is dead-lettered at least once.
 *
 * @returns a section of the report, with the CPU time of RabbitMQ for each message
 */
export async function measureQueues(options: {
  url: string
  messages: number
  log(line: string): void
}): Promise<string> {
  const holds = holdQueues({ name: 'bench.hold', holdSeconds: 1 })
  const connection = await connect(options.url)
  const channel = await connection.createConfirmChannel()
  await declareTopology(channel, holdTopology(holds))
  const routes = [
    { name: 'published, confirmed, consumed, acknowledged', exchange: holdsExchange, key: holds.expiredQueue },
    { name: 'the same through the delay queue', exchange: '', key: holds.delayQueue },
  ]
  const rows: string[][] = []
  for (const { name, exchange, key } of routes) {
    options.log(`${options.messages} messages ${name}`)
    const before = readCpuTimes([])
    const began = performance.now()
    let received = 0
    const content = Buffer.alloc(600, 'x')
    await channel.prefetch(batchSize)
    const all = new Promise<void>((resolve, reject) => {
      channel
        .consume(
          holds.expiredQueue,
          message => {
            if (message === null) return reject(new Error('The broker has cancelled the consumer'))
            channel.ack(message)
            received += 1
            if (received === options.messages) resolve()
          },
          { consumerTag: key },
        )
        .catch(reject)
    })
    for (let sent = 0; sent < options.messages; sent += batchSize) {
      for (let line = 0; line < batchSize; line += 1) channel.publish(exchange, key, content, { persistent: true })
      await channel.waitForConfirms()
    }
    await all
    await channel.cancel(key)
    const seconds = (performance.now() - began) / 1000
    const cpu = cpuTimesBetween(before, readCpuTimes([]), options.messages).RabbitMQ ?? Number.NaN
    rows.push([name, (options.messages / seconds).toFixed(0), cpu.toFixed(0), (1e6 / cpu).toFixed(0)])
  }
  await connection.close()
  const head = ['messages of 600 bytes', 'per second', 'CPU time of RabbitMQ, µs', 'per second and core']
  return `## Queues\n\n${options.messages} of each, on quorum queues of one node.\n\n${table(head, rows)}`
}
