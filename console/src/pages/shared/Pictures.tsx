import { t } from 'i18next'
import { ImagePlus, Star, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { FileTrigger } from 'react-aria-components'
import { useAction } from '../../app/actions.ts'
import type { Changes } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { Button, IconButton } from '../../design/Button.tsx'
import { Picture } from '../../design/Picture.tsx'
import { Section } from '../../design/Section.tsx'
import { notifyProblem } from '../../design/Toasts.tsx'
import { Badge } from '../../design/Values.tsx'
import { AskingButton } from './DialogButtons.tsx'
import './pictures.css'

/** The limits of an upload (docs/contract/admin.md#products). */
const imageTypes = ['image/png', 'image/jpeg', 'image/webp']
const maxBytes = 1_000_000
const maxImages = 10

type PicturesProps = {
  images: readonly string[]
  /** Replaces the pictures; undefined for administrators who may not. */
  save: ((changes: Changes, images: string[]) => Promise<unknown>) | undefined
}

/** The part of a record's page with its pictures; customers see the first. */
export const PicturesSection = ({ images, save }: PicturesProps) => (
  <Section
    title={t('products.pictures')}
    hint={save && t('products.picturesHint')}
    actions={<AddPicture images={images} save={save} />}
  >
    <Pictures images={images} save={save} />
  </Section>
)

/** The pictures of a product, a campground or a zone. */
export function Pictures({ images, save }: PicturesProps) {
  const parts = useRef<HTMLDivElement>(null)
  const isRemoved = useRef(false)
  const change = useAction({
    run: async (admin, images: string[]) => save?.(admin, images),
    failed: t('products.picturesNotChanged'),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a removed picture takes its button, which has the focus, with it
  useEffect(() => {
    if (isRemoved.current) parts.current?.focus()
    isRemoved.current = false
  }, [images.length])
  const without = (image: string) => images.filter(other => other !== image)
  return (
    <div ref={parts} tabIndex={-1} className="pictures-part">
      {images.length === 0 && <p className="muted">{t('products.noPictures')}</p>}
      <ul className="pictures">
        {images.map((image, index) => (
          <li key={image}>
            <Picture src={image} isLarge />
            {index === 0 && <Badge tone="positive">{t('products.primary')}</Badge>}
            {save && index > 0 && (
              <IconButton
                icon={Star}
                label={t('products.makePrimary', { number: index + 1 })}
                isDisabled={change.isPending}
                onPress={() => change.mutate([image, ...without(image)])}
              />
            )}
            {save && (
              <AskingButton
                isIconOnly
                icon={Trash2}
                isDisabled={change.isPending}
                label={t('products.removePicture', { number: index + 1 })}
                title={t('products.removePictureTitle', { number: index + 1 })}
                hint={<Picture src={image} isLarge />}
                confirm={t('closures.remove')}
                isDangerous
                run={async admin => save(admin, without(image))}
                onDone={() => (isRemoved.current = true)}
                failed={t('products.picturesNotChanged')}
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Uploads a picture, which becomes the last one; for administrators who may upload. */
export function AddPicture({ images, save }: PicturesProps) {
  const { can } = useSession()
  const add = useAction({
    async run(admin, file: File) {
      const { path } = await admin.uploadImage({ file })
      await save?.(admin, [...images.filter(image => image !== path), path])
    },
    done: () => t('products.pictureAdded'),
    failed: t('products.pictureNotAdded'),
  })
  if (!save || !can('products.edit') || images.length >= maxImages) return null
  const choose = (files: FileList | null) => {
    const file = files?.[0]
    if (file === undefined) return
    if (file.size > maxBytes || !imageTypes.includes(file.type)) notifyProblem(t('products.pictureWanted'))
    else add.mutate(file)
  }
  return (
    <FileTrigger acceptedFileTypes={imageTypes} onSelect={choose}>
      <Button isSmall icon={ImagePlus} isPending={add.isPending}>
        {t('products.addPicture')}
      </Button>
    </FileTrigger>
  )
}
