import { ImagePlus, Star, Trash2 } from 'lucide-react'
import { FileTrigger } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../app/actions.ts'
import { useSession } from '../../app/session.ts'
import { Badge } from '../../design/Badge.tsx'
import { Button, IconButton } from '../../design/Button.tsx'
import { Picture } from '../../design/Picture.tsx'
import { Section } from '../../design/Section.tsx'
import { notifyProblem } from '../../design/Toasts.tsx'
import type { Product } from './queries.ts'

/** The limits of an upload (docs/contract/admin.md#products). */
const imageTypes = ['image/png', 'image/jpeg', 'image/webp']
const maxBytes = 1_000_000
const maxImages = 10

/** The pictures of a product; customers see the first. */
export function ProductPictures({ product }: { product: Product }) {
  const { t } = useTranslation()
  const { can } = useSession()
  const { id, images } = product
  const mayEdit = can('products.edit')
  const change = useAction({
    run: (admin, images: string[]) => admin.setImages({ id, images }),
    failed: t('products.picturesNotChanged'),
  })
  return (
    <Section
      title={t('products.pictures')}
      hint={mayEdit && t('products.picturesHint')}
      actions={mayEdit && images.length < maxImages && <AddPicture product={product} />}
    >
      {images.length === 0 ? (
        <p className="muted">{t('products.noPictures')}</p>
      ) : (
        <ul className="product-pictures">
          {images.map((image, index) => {
            const others = images.filter(other => other !== image)
            return (
              <li key={image}>
                <Picture src={image} isLarge />
                {index === 0 && <Badge tone="positive">{t('products.primary')}</Badge>}
                {mayEdit && index > 0 && (
                  <IconButton
                    icon={Star}
                    label={t('products.makePrimary', { number: index + 1 })}
                    isDisabled={change.isPending}
                    onPress={() => change.mutate([image, ...others])}
                  />
                )}
                {mayEdit && (
                  <IconButton
                    icon={Trash2}
                    label={t('products.removePicture', { number: index + 1 })}
                    isDisabled={change.isPending}
                    onPress={() => change.mutate(others)}
                  />
                )}
              </li>
            )
          })}
        </ul>
      )}
    </Section>
  )
}

/** Uploads a picture, which becomes the last one. */
function AddPicture({ product: { id, images } }: { product: Product }) {
  const { t } = useTranslation()
  const add = useAction({
    async run(admin, file: File) {
      const { path } = await admin.uploadImage({ file })
      return admin.setImages({ id, images: [...images.filter(image => image !== path), path] })
    },
    done: () => t('products.pictureAdded'),
    failed: t('products.pictureNotAdded'),
  })
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
