import { setTimeout as wait } from 'node:timers/promises'
import { backoffMs } from '@campstore/core/backoff'
import { createFailureLog } from '@campstore/core/telemetry/failure-log'
import type { Logger } from '@campstore/core/telemetry/log'
import { withTimeout } from '@campstore/core/with-timeout'
import type { ChannelModel, ConfirmChannel } from 'amqplib'
import { errorText } from './error-text.ts'
import { pipelineRequests } from './library-fixes.ts'
import { whileReplying } from './while-replying.ts'

const closeTimeoutMs = 5_000
const longestBackoffMs = 2_000
/**
 * Longest pause after a setup that ends the whole connection, for example because the broker cannot start a queue. The pause
 * lets the connection's other channels work: each lost connection brings their messages nearer to the delivery limit.
 */
const longestConnectionBackoffMs = 30_000

/** The reason without an error of the broker: {@link reopen}, whose caller logs why. */
const closedHere = new Error('Channel closed')

/** Prepares a new channel: listeners, a prefetch, a consumer. */
export type ChannelSetup = (channel: ConfirmChannel) => Promise<void>

/** A channel that reopens when it is lost, alone or with its connection. */
export type RecoveringChannel = {
  /** The channel while it is open and set up. */
  current(): ConfirmChannel | undefined
  /** Opens and sets up the channel on a connection, and again after each loss until `ended`. */
  open(model: ChannelModel, ended: AbortSignal): void
  /** Closes the channel for good, after the broker has processed everything that was sent on it. */
  close(): Promise<void>
}

/**
 * Creates a channel, not yet open. The broker closes a channel for an error in one operation; its connection and other channels
 * are not affected, and the channel reopens with a back-off.
 *
 * @param options.declare redeclares the topology before a lost channel reopens, because a missing queue or exchange may be the
 *   cause
 */
export function createRecoveringChannel(options: {
  setup: ChannelSetup
  declare: (model: ChannelModel) => Promise<void>
  onClose: () => void
  log: Logger
}): RecoveringChannel {
  const { setup, declare, onClose, log } = options
  let current: ConfirmChannel | undefined
  let isClosed = false
  const failures = createFailureLog(
    log,
    { failure: 'Lost a channel, opening it again', success: 'The channel is open again' },
    { level: 'error' },
  )
  /** How many connections in a row ended during the setup. */
  let endedConnections = 0

  /** Opens the channel and waits until it is lost; returns the reason. Throws when it cannot be opened. */
  const openOn = async (model: ChannelModel, isAgain: boolean): Promise<unknown> => {
    if (isAgain) await declare(model)
    const opening = whileReplying(model.createConfirmChannel(), 'the opening of a channel')
    const channel = pipelineRequests(await opening)
    let isLost = false
    const lost = lossOf(channel, () => {
      isLost = true
      if (current === channel) current = undefined
    })
    const failed = lost.then(reason => Promise.reject(reason))
    try {
      await Promise.race([whileReplying(setup(channel), 'the setup of a channel', channel), failed])
    } catch (error) {
      await closeChannel(channel)
      throw error
    }
    endedConnections = 0
    if (isClosed) await closeChannel(channel)
    else if (!isLost) current = channel
    if (current === channel) failures.succeeded()
    return lost
  }
  const keepOpen = async (model: ChannelModel, ended: AbortSignal) => {
    const pause = (failures: number, longestMs: number) =>
      wait(backoffMs(failures, { longestMs }), undefined, { signal: ended, ref: false }).catch(() => {})
    let losses = 0
    if (endedConnections > 0) await pause(endedConnections, longestConnectionBackoffMs)
    while (!isClosed && !ended.aborted) {
      const startedAt = Date.now()
      endedConnections += 1
      const reason: unknown = await openOn(model, losses > 0).catch(error => error)
      if (isClosed || ended.aborted) return
      if (Date.now() - startedAt > 2 * longestBackoffMs) losses = 0
      if (reason !== closedHere) failures.failed(errorText(reason))
      losses += 1
      await pause(losses, longestBackoffMs)
      if (!ended.aborted) endedConnections = 0
    }
  }

  return {
    current: () => current,
    open: (model, ended) => void keepOpen(model, ended),
    async close() {
      isClosed = true
      onClose()
      const channel = current
      current = undefined
      if (channel) await closeChannel(channel)
    },
  }
}

/** Resolves with the reason when a channel is closed or lost, after `onLoss`. */
function lossOf(channel: ConfirmChannel, onLoss: () => void): Promise<unknown> {
  let reason: unknown = closedHere
  const { promise, resolve } = Promise.withResolvers<unknown>()
  channel.on('error', error => {
    reason = error
  })
  channel.once('close', () => {
    onLoss()
    resolve(reason)
  })
  return promise
}

/**
 * Closes a channel that recovers, so that it opens again: the topology is declared before, and the broker returns the messages in
 * hand.
 */
export const reopen = (channel: ConfirmChannel): void => void channel.close().catch(() => {})

const closeChannel = (channel: ConfirmChannel): Promise<void> =>
  closeEnding(channel, new Promise(resolve => channel.once('close', resolve)))

/** Closes a channel or a connection. If the broker is lost meanwhile, it never replies to the close, but `ended` resolves. */
export const closeEnding = (open: { close(): Promise<void> }, ended: Promise<unknown>): Promise<void> =>
  withTimeout(closeTimeoutMs, Promise.race([ended, open.close().catch(() => {})]))
