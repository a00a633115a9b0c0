import { expect, test } from 'vitest'
import { pictureSources } from './picture-sources.ts'

test('a stored picture is offered in each width that the server draws', () => {
  const sources = pictureSources('http://tune.test/storage/v1/object/public/images/projects/mar.webp')
  expect(sources?.split(', ')).toEqual([
    'http://tune.test/storage/v1/render/image/public/images/projects/mar.webp?width=160 160w',
    'http://tune.test/storage/v1/render/image/public/images/projects/mar.webp?width=320 320w',
    'http://tune.test/storage/v1/render/image/public/images/projects/mar.webp?width=640 640w',
    'http://tune.test/storage/v1/render/image/public/images/projects/mar.webp?width=1280 1280w',
  ])
})

test('any other comes as it is', () => {
  expect(pictureSources('https://lh3.googleusercontent.com/a/photo')).toBeUndefined()
  expect(pictureSources('blob:http://tune.test/1')).toBeUndefined()
})
