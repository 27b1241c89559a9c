import { t } from 'i18next'
import { Bold, Italic, Link, List, ListOrdered, type LucideIcon } from 'lucide-react'
import { baseKeymap, toggleMark } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import type { MarkType, NodeType } from 'prosemirror-model'
import { liftListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import { type Command, EditorState } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { type SubmitEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Dialog, DialogTrigger, Popover, ToggleButton, Toolbar } from 'react-aria-components'
import { Button } from '../Button.tsx'
import { TextField } from '../Field.tsx'
import { htmlOf, readHtml, richText } from './rich-text.ts'
import '../menu.css'
import './rich-text.css'

type RichTextFieldProps = {
  label: string
  /** The first HTML; empty or null if there is none. */
  value: string | null
  /** Called with the HTML after each change, null if nothing is left. Without a change, the HTML stays as it is. */
  onChange(html: string | null): void
  problem: string | undefined
}

const { strong, em, a } = richText.marks
const { ul, ol, li, br } = richText.nodes

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

type ToolsProps = { view: EditorView; state: EditorState; label: string }

/** The buttons above a text; the arrow keys move between them. */
function Tools({ view, state, label }: ToolsProps) {
  const tool = (name: 'bold' | 'italic' | 'list' | 'numbers', icon: LucideIcon, isOn: boolean, command: Command) => (
    <Tool icon={icon} label={t(`richText.${name}`)} isOn={isOn} press={() => run(view, command)} />
  )
  const listTool = (name: 'list' | 'numbers', icon: LucideIcon, type: NodeType) => {
    const isOn = listAt(state) === type
    return tool(name, icon, isOn, isOn ? liftListItem(li) : wrapInList(type))
  }
  return (
    <Toolbar aria-label={label} className="rich-text-tools row">
      {tool('bold', Bold, hasMark(state, strong), toggleMark(strong))}
      {tool('italic', Italic, hasMark(state, em), toggleMark(em))}
      {listTool('list', List, ul)}
      {listTool('numbers', ListOrdered, ol)}
      <LinkTool view={view} state={state} />
    </Toolbar>
  )
}

function run(view: EditorView, command: Command): void {
  // First, so that the form knows the text before the change.
  view.focus()
  command(view.state, view.dispatch)
}

type ToolProps = { icon: LucideIcon; label: string; isOn: boolean; press?(): void }

const Tool = ({ icon: Icon, label, isOn, press }: ToolProps) => (
  <ToggleButton className="icon-button" aria-label={label} isSelected={isOn} onPress={press}>
    <Icon aria-hidden />
  </ToggleButton>
)

/** Makes the selected words a link, or changes the link at the cursor. */
function LinkTool({ view, state }: Omit<ToolsProps, 'label'>) {
  const [isOpen, setOpen] = useState(false)
  const [address, setAddress] = useState('')
  const { from, to, href } = linkAt(state)
  const set = (href: string) => {
    const transaction = state.tr.removeMark(from, to, a)
    if (href && from === to) transaction.insertText(address.trim(), from)
    if (href) transaction.addMark(from, from === to ? from + address.trim().length : to, a.create({ href }))
    setOpen(false)
    run(view, (_, dispatch) => {
      dispatch?.(transaction)
      return true
    })
  }
  return (
    <DialogTrigger
      isOpen={isOpen}
      onOpenChange={open => {
        setAddress(href)
        setOpen(open)
      }}
    >
      <Tool icon={Link} label={t('richText.link')} isOn={href !== ''} />
      <Popover className="menu rich-text-link">
        <Dialog aria-label={t('richText.link')}>
          <form
            className="stack-tight"
            onSubmit={(event: SubmitEvent) => {
              event.preventDefault()
              // React would tell it to the form of the text as well.
              event.stopPropagation()
              set(hrefOf(address.trim()))
            }}
          >
            <TextField label={t('richText.address')} inputMode="url" value={address} onChange={setAddress} autoFocus />
            <div className="row">
              <Button type="submit" variant="primary">
                {t('richText.link')}
              </Button>
              {href !== '' && <Button onPress={() => set('')}>{t('richText.unlink')}</Button>}
            </div>
          </form>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

/** The address of a link as people write it: of a site, an e-mail, a phone, or a path of the shop. */
function hrefOf(address: string): string {
  if (address === '' || /^(?:https?:|mailto:|tel:|\/(?!\/))/i.test(address)) return address
  return /^[^/]+@[^/]+$/.test(address) ? `mailto:${address}` : `https://${address}`
}

const hasMark = ({ selection: { $from, from, to, empty }, storedMarks, doc }: EditorState, type: MarkType): boolean =>
  empty ? type.isInSet(storedMarks ?? $from.marks()) !== undefined : doc.rangeHasMark(from, to, type)

function listAt({ selection: { $from } }: EditorState): NodeType | undefined {
  for (let depth = $from.depth; depth > 0; depth--) {
    const { type } = $from.node(depth)
    if (type === ul || type === ol) return type
  }
  return undefined
}

/** The selection, or the link around the cursor; with the address of its link, or an empty one. */
function linkAt({ selection: { $from, from, to, empty }, doc }: EditorState) {
  let found = { from, to, href: '' }
  doc.nodesBetween(empty ? $from.start() : from, empty ? $from.end() : to, (node, start) => {
    const link = a.isInSet(node.marks)
    const end = start + node.nodeSize
    if (link && start <= from && from <= end)
      found = { from: empty ? start : from, to: empty ? end : to, href: link.attrs.href }
  })
  return found
}
