/** The pauses before each further attempt to load a file, in milliseconds. */
const pausesMs = [1_000, 2_000, 4_000, 8_000]

/**
 * Loads something, and tries again after growing pauses: a busy gateway refuses a file that it serves a second later. Without a
 * connection the first failure is the last one.
 *
 * @throws the failure of the last attempt
 */
export async function retried<Result>(load: () => Promise<Result>): Promise<Result> {
  for (const pause of pausesMs) {
    try {
      return await load()
    } catch (error) {
      if (!navigator.onLine) throw error
      await new Promise(resume => setTimeout(resume, pause))
    }
  }
  return load()
}

/** The event of the window after a style sheet has failed for good. */
export const styleFailed = 'campstore:style-failed'

/** Loads style sheets again that have failed, or that failed before and have no rules: the browser itself asks for each only once. */
export function retryStyles(): void {
  const again = (failed: HTMLLinkElement) => {
    const load = () =>
      new Promise<unknown>((loaded, reject) => {
        const link = failed.cloneNode() as HTMLLinkElement
        link.dataset.again = ''
        link.onload = loaded
        link.onerror = () => {
          link.remove()
          reject(new Error(`${link.href} could not be loaded`))
        }
        failed.after(link)
      })
    retried(load).then(
      () => failed.remove(),
      () => dispatchEvent(new Event(styleFailed)),
    )
  }
  const isSheet = (target: EventTarget | null) =>
    target instanceof HTMLLinkElement && target.rel === 'stylesheet' && target.dataset.again === undefined
  addEventListener('error', ({ target }) => isSheet(target) && again(target as HTMLLinkElement), true)
  for (const link of document.querySelectorAll('link')) if (isSheet(link) && !link.sheet?.cssRules.length) again(link)
}
