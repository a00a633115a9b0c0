// Renders a chart as Helm would: with the template engine and the functions that Helm is made of. `render {folder}` reads the
// values (JSON, complete) from standard input and writes every manifest as one list of JSON; `values {folder}` writes the
// chart's own values as JSON.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

func must(fault error) {
	if fault != nil {
		fmt.Fprintln(os.Stderr, fault)
		os.Exit(1)
	}
}

func read(path string) string {
	text, fault := os.ReadFile(path)
	must(fault)
	return string(text)
}

func main() {
	folder := os.Args[2]
	var values map[string]interface{}
	if os.Args[1] == "values" {
		must(yaml.UnmarshalStrict([]byte(read(filepath.Join(folder, "values.yaml"))), &values))
		must(json.NewEncoder(os.Stdout).Encode(values))
		return
	}
	input, fault := io.ReadAll(os.Stdin)
	must(fault)
	must(json.Unmarshal(input, &values))
	var chart map[string]interface{}
	must(yaml.Unmarshal([]byte(read(filepath.Join(folder, "Chart.yaml"))), &chart))

	templates := template.New("chart").Option("missingkey=zero")
	functions := sprig.TxtFuncMap()
	// Helm takes these away, for what a chart renders to must not depend on the machine.
	delete(functions, "env")
	delete(functions, "expandenv")
	functions["toYaml"] = func(value interface{}) string {
		text, fault := yaml.Marshal(value)
		must(fault)
		return strings.TrimSuffix(string(text), "\n")
	}
	functions["include"] = func(name string, data interface{}) (string, error) {
		var text bytes.Buffer
		fault := templates.ExecuteTemplate(&text, name, data)
		return text.String(), fault
	}
	templates.Funcs(functions)
	files, fault := filepath.Glob(filepath.Join(folder, "templates", "*"))
	must(fault)
	for _, file := range files {
		template.Must(templates.New(filepath.Base(file)).Parse(read(file)))
	}

	data := map[string]interface{}{
		"Values":  values,
		"Release": map[string]interface{}{"Name": "tune", "Namespace": "music", "Service": "Helm"},
		"Chart":   map[string]interface{}{"Name": chart["name"], "Version": chart["version"], "AppVersion": chart["appVersion"]},
	}
	manifests := []interface{}{}
	for _, file := range files {
		name := filepath.Base(file)
		if strings.HasPrefix(name, "_") {
			continue
		}
		var text bytes.Buffer
		must(templates.ExecuteTemplate(&text, name, data))
		if name == "NOTES.txt" {
			fmt.Fprint(os.Stderr, text.String())
			continue
		}
		for _, document := range strings.Split(text.String(), "\n---\n") {
			var manifest interface{}
			must(yaml.UnmarshalStrict([]byte(document), &manifest))
			if manifest != nil {
				manifests = append(manifests, manifest)
			}
		}
	}
	must(json.NewEncoder(os.Stdout).Encode(manifests))
}
