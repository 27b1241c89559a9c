import { withTimeout } from '@campstore/core/with-timeout'
import type { ChannelModel, ConfirmChannel } from 'amqplib'

const closeTimeoutMs = 5_000

/** Makes a new channel useful: listeners, a prefetch, a consumer. */
export type ChannelSetup = (channel: ConfirmChannel) => Promise<void>

/** A channel that its connection opens again after each recovery. */
export type RecoveringChannel = {
  /** The channel while it is open and set up. */
  current(): ConfirmChannel | undefined
  /** Opens and sets up the channel on a new connection; does nothing where that has begun. */
  open(model: ChannelModel, onLoss: (error: unknown) => void): Promise<void>
  /** Closes the channel for good, after the broker has processed what was sent on it. */
  close(): Promise<void>
}

/** Makes a channel that is not open yet. */
export function createRecoveringChannel(setup: ChannelSetup, onClose: () => void): RecoveringChannel {
  let openedOn: ChannelModel | undefined
  let current: ConfirmChannel | undefined
  let isClosed = false

  const closeChannel = async (channel: ConfirmChannel) => {
    const ended = new Promise<void>(resolve => channel.once('close', () => resolve()))
    // The broker may never reply to a close that the connection does not survive, but the channel ends.
    await withTimeout(closeTimeoutMs, Promise.race([ended, channel.close().catch(() => {})]))
  }
  const openOn = async (model: ChannelModel, onLoss: (error: unknown) => void) => {
    const channel = await model.createConfirmChannel()
    let lastError: unknown = new Error('Channel closed')
    channel.on('error', error => {
      lastError = error
    })
    channel.once('close', () => {
      if (current === channel) current = undefined
      if (!isClosed) onLoss(lastError)
    })
    await setup(channel)
    if (isClosed) await closeChannel(channel)
    else current = channel
  }

  return {
    current: () => current,
    async open(model, onLoss) {
      if (isClosed || openedOn === model) return
      openedOn = model
      await openOn(model, onLoss)
    },
    async close() {
      isClosed = true
      onClose()
      const channel = current
      current = undefined
      if (channel) await closeChannel(channel)
    },
  }
}
