import { DOMSerializer } from 'prosemirror-model'
import { readHtml, richText } from './rich-text.ts'

/** HTML as formatted text, with only the elements that the editor knows. */
export default function RichText({ html }: { html: string }) {
  const show = (place: HTMLElement | null) =>
    place?.replaceChildren(DOMSerializer.fromSchema(richText).serializeFragment(readHtml(html).content))
  return <div ref={show} className="description stack-tight" />
}
