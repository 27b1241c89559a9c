import type { Context } from 'koa'

/** Adds links to the `link` header of a response, on one line: several lines would be several headers for who forwards them. */
export function addLink(ctx: Context, links: string | undefined): void {
  const others = ctx.response.get('link')
  if (links) ctx.set('link', others ? `${others}, ${links}` : links)
}
