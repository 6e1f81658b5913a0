terraform {
  required_providers {
    ngrok = {
      source  = "ngrok/ngrok"
      version = "~> 1.0"
    }
  }
}

resource "ngrok_cloud_endpoint" "site" {
  url            = "https://site.example.com"
  traffic_policy = file("${path.module}/site.yaml")
}

resource "ngrok_ip_policy" "office" {
  description = "The office"
}

resource "ngrok_cloud_endpoint" "admin" {
  url = "https://admin.example.com"

  # What office has for an identifier is known when it exists.
  traffic_policy = jsonencode({
    on_http_request = [
      { actions = [{ type = "restrict-ips", config = { ip_policies = [ngrok_ip_policy.office.id] } }] },
      { actions = [{ type = "forward-internal", config = { url = "https://admin.internal" } }] },
    ]
  })
}
