import type { Context } from 'koa'

/** Adds links to the `link` header of a response, on one line: a proxy could forward several lines as several headers. */
export function addLink(ctx: Context, links: string | undefined): void {
  const others = ctx.response.get('link')
  if (links) ctx.set('link', others ? `${others}, ${links}` : links)
}
