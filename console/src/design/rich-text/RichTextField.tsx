import { baseKeymap, toggleMark } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import { splitListItem } from 'prosemirror-schema-list'
import { type Command, EditorState } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import '../menu.css'
import { htmlOf, readHtml, richText } from './rich-text.ts'
import { Tools } from './Tools.tsx'
import './rich-text.css'

type RichTextFieldProps = {
  label: string
  /** The first HTML; empty or null if there is none. */
  value: string | null
  /** Called with the HTML after each change, null if nothing is left. Without a change, the HTML stays as it is. */
  onChange(html: string | null): void
  problem: string | undefined
}

const { strong, em } = richText.marks
const { li, br } = richText.nodes

const insertBreak: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(br.create()).scrollIntoView())
  return true
}

const plugins = [
  history(),
  keymap({
    'Mod-z': undo,
    'Mod-y': redo,
    'Shift-Mod-z': redo,
    'Mod-b': toggleMark(strong),
    'Mod-i': toggleMark(em),
    Enter: splitListItem(li),
    'Shift-Enter': insertBreak,
  }),
  keymap(baseKeymap),
]

/** Pasted HTML without styles and code, which the policy of the page refuses. Google Docs wraps a text in a bold element that is not. */
const withoutCode = (html: string): string =>
  html
    .replace(/<style\b[\s\S]*?<\/style>/gi, '')
    .replace(/<b\b[^<>]*[^-]font-weight:\s*normal[^<>]*>/gi, '<span>')
    .replace(/<\w[^>]*>/g, tag => tag.replace(/\s(?:style|on\w+)=(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, ''))

/** A labelled text with bold and italic words, lists and links. */
export default function RichTextField({ label, value, onChange, problem }: RichTextFieldProps) {
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<{ view: EditorView; state: EditorState }>()
  const changed = useEffectEvent(onChange)
  const open = useEffectEvent((mount: HTMLElement) => {
    const view = new EditorView(
      { mount },
      {
        state: EditorState.create({ doc: readHtml(value ?? ''), plugins }),
        transformPastedHTML: withoutCode,
        dispatchTransaction(transaction) {
          const state = view.state.apply(transaction)
          view.updateState(state)
          setEditor({ view, state })
          if (transaction.docChanged) changed(htmlOf(state.doc))
        },
      },
    )
    setEditor({ view, state: view.state })
    return view
  })
  useEffect(() => {
    const view = place.current && open(place.current)
    return () => view?.destroy()
  }, [])
  return (
    <div className="field" data-invalid={problem !== undefined || undefined}>
      <span id={id}>{label}</span>
      <div className="rich-text">
        {editor && <Tools {...editor} label={label} />}
        {/* biome-ignore lint/a11y/useSemanticElements: no element is a field of formatted text */}
        <div
          ref={place}
          role="textbox"
          tabIndex={0}
          aria-multiline
          aria-labelledby={id}
          aria-describedby={problem ? `${id}-problem` : undefined}
          aria-invalid={problem !== undefined}
        />
      </div>
      {problem && (
        <span id={`${id}-problem`} className="field-problem">
          {problem}
        </span>
      )}
    </div>
  )
}
