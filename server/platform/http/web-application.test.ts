import { expect, test } from 'vitest'
import { shellWith } from './web-application.ts'

test('the settings travel in the page, and end nothing there, whatever they say', async () => {
  const settings = { url: 'https://tune.example', productName: `</script><b onload="x">$& $1 <!--` }
  const page = await shellWith(settings, async () => '<html><head><title>Tune</title></head></html>')()
  const [, written = ''] =
    /^<html><head><title>Tune<\/title><script type="application\/json" id="settings">(.*?)<\/script><\/head><\/html>$/.exec(
      page,
    ) ?? []
  expect(JSON.parse(written)).toEqual(settings)
})
