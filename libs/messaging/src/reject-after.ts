/** Rejects after a time in which the broker should have replied. Race it with the reply. */
export const rejectAfter = (milliseconds: number, message: string): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(reject, milliseconds, new Error(`${message} in ${milliseconds} ms`)).unref()
  })
